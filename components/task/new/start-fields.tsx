'use client';
import type { ReactNode } from 'react';
import { ScheduleFields } from '@/components/schedule/schedule-fields.tsx';
import { FormField, type FormProps } from './form-field.tsx';

const choices = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'At a time' },
  { value: 'schedule', label: 'On a schedule' },
] as const;

/** When the task runs. `preview` tells what its schedule means. */
export function StartFields({ preview, ...props }: FormProps & { preview: ReactNode }) {
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
      {form.start === 'schedule' && <ScheduleFields {...props} preview={preview} />}
    </fieldset>
  );
}
