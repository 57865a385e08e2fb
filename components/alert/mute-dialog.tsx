'use client';
import { useState } from 'react';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { Select } from '@/components/ui/select.tsx';

const hourMs = 3_600_000;
const durations = [
  { value: hourMs, label: '1 hour' },
  { value: 8 * hourMs, label: '8 hours' },
  { value: 24 * hourMs, label: '1 day' },
  { value: 7 * 24 * hourMs, label: '1 week' },
];

/** Mutes an alert for a time. */
export function MuteDialog(props: {
  name: string;
  onMute: (durationInMs: number) => Promise<ShownProblem | undefined>;
  onClose: () => void;
}) {
  const [duration, setDuration] = useState(hourMs);
  return (
    <FormDialog
      size="sm"
      title={`Mute ${props.name}`}
      description="It sends nothing until then. Afterwards, one notice tells of what happened meanwhile."
      submitLabel="Mute"
      failureTitle="The alert was not muted"
      onSubmit={() => props.onMute(duration)}
      onClose={props.onClose}
    >
      {(errorAt) => (
        <Field label="For" error={errorAt('/mutedUntil')}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={duration}
              onChange={({ target }) => setDuration(Number(target.value))}
            >
              {durations.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
