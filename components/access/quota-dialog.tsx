'use client';
import { useState } from 'react';
import type { CallerLimitName, Quota, QuotaInput } from '#contract';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';
import { reasonInFields } from '@/components/ui/marked-fields.ts';
import { amountText, limitText, quotaFields, readQuotaFields } from './quota-fields.ts';

type QuotaDialogProps = {
  quota: Quota;
  onSave: (quota: QuotaInput) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Sets the limits of one owner. */
export function QuotaDialog({ quota, onSave, onClose }: QuotaDialogProps) {
  const [texts, setTexts] = useState<Record<CallerLimitName, string>>(() => {
    const textOf = (name: CallerLimitName) => limitText(name, quota.own[name]);
    return {
      requestsPerSecond: textOf('requestsPerSecond'),
      concurrentWaits: textOf('concurrentWaits'),
      queuedTasks: textOf('queuedTasks'),
      storedBytesPerHour: textOf('storedBytesPerHour'),
    };
  });
  const { quota: limits, problems } = readQuotaFields(texts);
  return (
    <FormDialog
      title={`Limits of ${quota.name}`}
      description="They apply to all keys and sessions of this owner together, within a few seconds. An empty field has the limit of the deployment."
      submitLabel="Set limits"
      failureTitle="The limits were not set"
      disabledReason={reasonInFields(problems)}
      onSubmit={() => onSave(limits)}
      onClose={onClose}
    >
      {(errorAt) => (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          {quotaFields.map(({ name, label }) => (
            <Field
              key={name}
              label={label}
              hint={`Used: ${amountText(name, quota.use[name])} of ${amountText(name, quota.limits[name])}`}
              error={problems[name] ?? errorAt(`/${name}`)}
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode={name === 'storedBytesPerHour' ? 'text' : 'numeric'}
                  className="tabular"
                  value={texts[name]}
                  placeholder="Limit of the deployment"
                  onChange={({ target: { value } }) => setTexts((before) => ({ ...before, [name]: value }))}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </FormDialog>
  );
}
