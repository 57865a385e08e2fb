'use client';
import { Plus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { type Alert, type AlertInput, alertsWithin, type Bounds } from '#contract';
import { useBounds } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Select } from '@/components/ui/select.tsx';
import { type AlertForm, formOf, inputOf, newChannel } from './alert-form.ts';
import type { AlertAbout } from './alert-path.ts';
import { AlertPreviewPart } from './alert-preview.tsx';
import { ChannelFields } from './channel-fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { conditionOf, conditionReason } from './condition-form.ts';

type AlertDialogProps = {
  /** The alert that is changed; without it, a new one is made. */
  alert?: Alert;
  /** What a new alert is about. */
  about?: AlertAbout | undefined;
  /** Resolves with what an alert with a condition would tell of, or with why that is not known. */
  onPreview: ComponentProps<typeof AlertPreviewPart>['onPreview'];
  onSave: (input: AlertInput) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

const repeats = [
  { value: 60_000, label: '1 minute' },
  { value: 900_000, label: '15 minutes' },
  { value: 3_600_000, label: '1 hour' },
  { value: 21_600_000, label: '6 hours' },
  { value: 86_400_000, label: '1 day' },
];

/** Makes or changes an alert: what is told, to whom, and how often. */
export function AlertDialog({ alert, about, onPreview, onSave, onClose }: AlertDialogProps) {
  const [form, setForm] = useState<AlertForm>(() => formOf(alert, about));
  const change = (changed: Partial<AlertForm>) => setForm((before) => ({ ...before, ...changed }));
  const bounds = useBounds();
  const allowed = bounds && alertsWithin(bounds);
  const isKnown = repeats.some(({ value }) => value === form.repeatAfterInMs);
  return (
    <FormDialog
      title={alert === undefined ? 'New alert' : `Change ${alert.name}`}
      submitLabel={alert === undefined ? 'Create alert' : 'Save alert'}
      failureTitle="The alert was not saved"
      disabledReason={reasonOf(form, bounds)}
      onSubmit={() => onSave(inputOf(form))}
      onClose={onClose}
    >
      {(errorAt) => {
        return (
          <>
            <Field label="Name" error={errorAt('/name')}>
              {(control) => (
                <Input {...control} value={form.name} onChange={({ target }) => change({ name: target.value })} />
              )}
            </Field>
            {allowed !== undefined && (
              <p className="text-muted text-xs [overflow-wrap:anywhere]">Your bounds allow {allowed}.</p>
            )}
            <ConditionFields
              form={form.condition}
              isNarrowed={allowed !== undefined}
              errorAt={errorAt}
              onChange={(changed) => change({ condition: { ...form.condition, ...changed } })}
            />
            <AlertPreviewPart
              condition={
                conditionReason(form.condition, bounds) === undefined ? conditionOf(form.condition) : undefined
              }
              onPreview={onPreview}
            />
            <Field label="Repeat the notice after" error={errorAt('/repeatAfterInMs')}>
              {(control) => (
                <Select
                  {...control}
                  className="w-full"
                  value={form.repeatAfterInMs}
                  onChange={({ target }) => change({ repeatAfterInMs: Number(target.value) })}
                >
                  {!isKnown && <option value={form.repeatAfterInMs}>{form.repeatAfterInMs / 60_000} minutes</option>}
                  {repeats.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {form.channels.map((channel, index) => (
              <ChannelFields
                key={channel.key}
                channel={channel}
                number={index + 1}
                errorAt={(field) => errorAt(`/channels/${index}/${field}`)}
                onChange={(changed) => change({ channels: form.channels.with(index, changed) })}
                onRemove={
                  form.channels.length === 1
                    ? undefined
                    : () => change({ channels: form.channels.filter(({ key }) => key !== channel.key) })
                }
              />
            ))}
            {form.channels.length < 10 && (
              <Button
                className="justify-self-start"
                onClick={() => change({ channels: [...form.channels, newChannel()] })}
              >
                <Plus aria-hidden /> Add channel
              </Button>
            )}
          </>
        );
      }}
    </FormDialog>
  );
}

function reasonOf({ name, condition, channels }: AlertForm, bounds: Bounds | undefined): string | undefined {
  if (name.trim() === '') return 'Enter a name.';
  const reason = conditionReason(condition, bounds);
  if (reason !== undefined) return reason;
  const isComplete = channels.every((channel) => {
    if (channel.kind === 'email') return channel.to.trim() !== '';
    return (
      channel.id !== undefined || (channel.url.trim() !== '' && (channel.kind === 'slack' || channel.signingKey !== ''))
    );
  });
  return isComplete ? undefined : 'Fill in each channel.';
}
