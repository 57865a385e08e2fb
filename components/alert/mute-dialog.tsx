'use client';
import { useState } from 'react';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { FormDialog } from '@/components/ui/form-dialog.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { Select } from '@/components/ui/select.tsx';

const hourMs = 3_600_000;
const durations = [
  { value: hourMs, label: '1 hour' },
  { value: 8 * hourMs, label: '8 hours' },
  { value: 24 * hourMs, label: '1 day' },
  { value: 7 * 24 * hourMs, label: '1 week' },
];

/**
 * Mutes an alert for a time. A second try sends the end of the first one, so that it is the same request where the answer was
 * lost.
 */
export function MuteDialog(props: {
  name: string;
  onMute: (mutedUntil: string) => Promise<ShownProblem | undefined>;
  onClose: () => void;
}) {
  const [duration, setDuration] = useState(hourMs);
  const [sent, setSent] = useState<{ duration: number; until: string }>();
  const mute = () => {
    const until = sent?.duration === duration ? sent.until : new Date(presentTime() + duration).toISOString();
    setSent({ duration, until });
    return props.onMute(until);
  };
  return (
    <FormDialog
      size="sm"
      title={`Mute ${props.name}`}
      description="It sends nothing until then. Afterwards, one notice tells of what happened meanwhile."
      submitLabel="Mute"
      failureTitle="The alert was not muted"
      onSubmit={mute}
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
