'use client';
import { FormField, type FormProps } from './form-field.tsx';
import { Occurrences } from './occurrences.tsx';

const choices = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'At a time' },
  { value: 'schedule', label: 'On a schedule' },
] as const;

/** When the task runs. */
export function StartFields(props: FormProps) {
  const { form, onChange } = props;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium text-ink text-xs">Start</legend>
      <div className="flex flex-wrap gap-4">
        {choices.map(({ value, label }) => (
          <label key={value} className="inline-flex items-center gap-2 text-sm">
            <input
              type="radio"
              name="start"
              className="accent-accent-solid"
              checked={form.start === value}
              onChange={() => onChange({ start: value })}
            />
            {label}
          </label>
        ))}
      </div>
      {form.start === 'later' && (
        <FormField
          {...props}
          name="startOn"
          label="Starts on"
          isMono
          placeholder="2026-11-20T14:00"
          hint="UTC, unless it ends with an offset such as +02:00"
        />
      )}
      {form.start === 'schedule' && (
        <>
          <div className="grid items-start gap-3 sm:grid-cols-3">
            <FormField
              {...props}
              name="cron"
              label="Cron"
              isMono
              placeholder="0 6 * * 1-5"
              hint="Minute, hour, day, month, weekday"
            />
            <FormField {...props} name="timeZone" label="Time zone" list="time-zones" placeholder="Europe/Berlin" />
            <FormField
              {...props}
              name="until"
              label="Until"
              isMono
              placeholder="2027-01-01"
              hint="UTC. Empty: no end"
            />
          </div>
          <datalist id="time-zones">
            {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <Occurrences cron={form.cron} timeZone={form.timeZone} until={form.until} />
        </>
      )}
    </fieldset>
  );
}
