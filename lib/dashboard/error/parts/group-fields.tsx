'use client';
import type { ErrorGroupDetails, ErrorGroupUpdate } from '#contract';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { Select } from '@/components/ui/select.tsx';
import { muteProblems } from '../mute-problems.ts';

type FieldsProps = {
  group: ErrorGroupDetails;
  update: ErrorGroupUpdate;
  onChange: (update: ErrorGroupUpdate) => void;
};

/** The name and the owner of a cause. */
export function EditFields({ group, update, onChange }: FieldsProps) {
  const text = (value: string) => (value.trim() === '' ? null : value.trim());
  return (
    <>
      <Field label="Name" hint="Shown instead of the error message">
        {(control) => (
          <Input
            {...control}
            defaultValue={group.name ?? ''}
            maxLength={256}
            onChange={(event) => onChange({ ...update, name: text(event.target.value) })}
          />
        )}
      </Field>
      <Field label="Owner" hint="Who takes care of it">
        {(control) => (
          <Input
            {...control}
            defaultValue={group.owner ?? ''}
            maxLength={256}
            onChange={(event) => onChange({ ...update, owner: text(event.target.value) })}
          />
        )}
      </Field>
    </>
  );
}

/** Since when failures open a resolved cause again. */
export function ResolveFields({ group, update, onChange }: FieldsProps) {
  const versions = group.versions.flatMap(({ version }) => (version === undefined ? [] : [version]));
  return (
    <Field label="Back again" hint="Workers of older versions may still fail while a new version is rolled out">
      {(control) => (
        <Select
          {...control}
          value={update.resolvedInVersion ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ status: 'resolved', ...(value !== '' && { resolvedInVersion: value }) })
          }
        >
          <option value="">With the next failure</option>
          {versions.map((version) => (
            <option key={version} value={version}>
              With a failure in version {version} or a newer one
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

const hourMs = 3_600_000;
const spans: readonly { label: string; ms: number }[] = [
  { label: 'For one hour', ms: hourMs },
  { label: 'For one day', ms: 24 * hourMs },
  { label: 'For a week', ms: 168 * hourMs },
];

/** What ends a mute: a time, a number of failures, a rate. The first that is met does. */
export function MuteFields({ update, onChange }: FieldsProps) {
  const number = (name: 'mutedFailures' | 'mutedPerHour', value: string) => {
    const { [name]: _, ...rest } = update;
    onChange(value.trim() === '' ? rest : { ...rest, [name]: Number(value) });
  };
  const problems = muteProblems(update);
  return (
    <>
      <Field label="Until">
        {(control) => (
          <Select
            {...control}
            onChange={({ target: { value } }) => {
              const { mutedUntil: _, ...rest } = update;
              onChange(
                value === '' ? rest : { ...rest, mutedUntil: new Date(presentTime() + Number(value)).toISOString() },
              );
            }}
          >
            <option value="">It has no end</option>
            {spans.map(({ label, ms }) => (
              <option key={ms} value={ms}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Or after this many more failures" error={problems.mutedFailures}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            onChange={({ target: { value } }) => number('mutedFailures', value)}
          />
        )}
      </Field>
      <Field label="Or when it fails more often than this in an hour" error={problems.mutedPerHour}>
        {(control) => (
          <Input {...control} inputMode="numeric" onChange={({ target: { value } }) => number('mutedPerHour', value)} />
        )}
      </Field>
    </>
  );
}
