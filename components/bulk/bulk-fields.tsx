'use client';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Textarea } from '@/components/ui/textarea.tsx';
import type { BulkForm } from './bulk-plan.ts';

type Props = {
  form: BulkForm;
  problems: Partial<Record<keyof BulkForm, string>>;
  onChange: (change: Partial<BulkForm>) => void;
};

type TextName = Exclude<keyof BulkForm, 'kind' | 'force'>;

/** The fields that only one action has. */
export function ActionFields({ form, problems, onChange }: Props) {
  const text = (name: TextName, label: string, hint: string) => (
    <TextField {...{ name, label, hint, form, problems, onChange }} />
  );
  if (form.kind === 'fork') return text('fromStep', 'From the step', 'Empty: the first step that did not succeed');
  if (form.kind === 'delete')
    return (
      // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a Radix one
      <label className="flex items-center gap-2 text-sm">
        <Checkbox checked={form.force} onCheckedChange={(checked) => onChange({ force: checked === true })} />
        Also cancel and delete tasks that have not ended
      </label>
    );
  if (form.kind === 'raiseEvent')
    return (
      <>
        {text('eventName', 'Name of the event', 'Runs that wait for this name continue')}
        <Field label="Data as JSON" error={problems.eventValue}>
          {(control) => (
            <Textarea
              {...control}
              className="font-mono text-xs"
              value={form.eventValue}
              onChange={(event) => onChange({ eventValue: event.target.value })}
            />
          )}
        </Field>
      </>
    );
  if (form.kind !== 'update') return null;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        {text('queue', 'Queue', 'Empty: stays')}
        {text('priority', 'Priority', 'Empty: stays')}
      </div>
      <Field label="Tags" hint="key=value on each line; key= removes the tag" error={problems.tags}>
        {(control) => (
          <Textarea {...control} value={form.tags} onChange={(event) => onChange({ tags: event.target.value })} />
        )}
      </Field>
    </>
  );
}

/** How carefully an operation goes on: stages, failures allowed, pace, and why. */
export function CareFields({ form, problems, onChange }: Props) {
  const text = (name: TextName, label: string, hint: string) => (
    <TextField {...{ name, label, hint, form, problems, onChange }} />
  );
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        {text('stages', 'Stages', '1, 10: one task, ten, then the rest')}
        {text('maximumFailures', 'Failures allowed', 'Empty: it does not stop')}
        {text('tasksPerSecond', 'Tasks a second', 'Empty: as fast as it can')}
      </div>
      {text('reason', 'Reason', 'For the audit trail')}
    </>
  );
}

function TextField({
  name,
  label,
  hint,
  form,
  problems,
  onChange,
}: Props & { name: TextName; label: string; hint: string }) {
  return (
    <Field label={label} hint={hint} error={problems[name]}>
      {(control) => (
        <Input {...control} value={form[name]} onChange={(event) => onChange({ [name]: event.target.value })} />
      )}
    </Field>
  );
}
