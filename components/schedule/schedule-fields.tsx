'use client';
import type { ReactNode } from 'react';
import { FormField, type FormProps } from '@/components/task/new/form-field.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Field } from '@/components/ui/field.tsx';
import { ZonePicker } from '@/components/ui/zone-picker.tsx';

const examples = [
  { cron: '0 * * * *', label: 'Every hour' },
  { cron: '0 6 * * *', label: 'Daily at 06:00' },
  { cron: '0 6 * * 1-5', label: 'Weekdays at 06:00' },
  { cron: '0 6 1 * *', label: 'Monthly on the 1st' },
] as const;

/** When a task starts again and again. `preview` tells what is written. */
export function ScheduleFields({ preview, ...props }: FormProps & { preview: ReactNode }) {
  const { form, errors, onChange } = props;
  return (
    <div className="grid gap-3">
      <div className="grid gap-1.5">
        <FormField
          {...props}
          name="cron"
          label="Cron expression"
          isMono
          placeholder="0 6 * * 1-5"
          hint="Minute, hour, day, month, weekday. With six fields, seconds come first."
        />
        <div className="flex flex-wrap gap-1">
          {examples.map(({ cron, label }) => (
            <Button
              key={cron}
              size="sm"
              aria-pressed={form.cron.trim() === cron}
              className="aria-pressed:bg-selected"
              onClick={() => onChange({ cron })}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label="Time zone" error={errors.timeZone}>
          {(control) => (
            <ZonePicker {...control} value={form.timeZone || 'UTC'} onChange={(timeZone) => onChange({ timeZone })} />
          )}
        </Field>
        <FormField {...props} name="until" label="Until" isMono placeholder="2027-01-01" hint="UTC. Empty: no end" />
      </div>
      {preview}
      <ScheduleRules />
    </div>
  );
}

/** What every schedule keeps to; none of it can be chosen. */
function ScheduleRules() {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs">
      <dt className="font-medium">Overlap</dt>
      <dd className="text-muted">Runs never overlap. The next run is planned when the current one has ended.</dd>
      <dt className="font-medium">Catch-up</dt>
      <dd className="text-muted">None. Occurrences during a run, a pause or an outage are skipped.</dd>
    </dl>
  );
}
