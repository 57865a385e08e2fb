'use client';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { Time } from '@/components/ui/time.tsx';
import type { EntryForm } from './entry-form.model.ts';

type ExpiryFieldProps = {
  form: EntryForm;
  onChange: (change: Partial<EntryForm>) => void;
  error: string | undefined;
  /** When the entry expires as it is; `undefined` for a new one or one that never does. */
  expiresOn: string | undefined;
  isNew: boolean;
  /** Of the store, for new entries. */
  defaultTtlInSeconds: number | undefined;
};

/** When an entry is gone by itself: as it is, never, after a time, or at one. */
export function ExpiryField(props: ExpiryFieldProps) {
  const { form, onChange, error, isNew } = props;
  return (
    <div className="grid gap-1.5">
      <span className="font-medium text-ink text-xs">Expires</span>
      <SegmentedControl
        label="Expires"
        options={[
          { value: 'keep', label: isNew ? 'Default' : 'Unchanged' },
          { value: 'never', label: 'Never' },
          { value: 'in', label: 'In' },
          { value: 'at', label: 'At' },
        ]}
        value={form.expiry}
        onChange={(expiry) => onChange({ expiry, ...(expiry !== form.expiry && { expiryText: '' }) })}
        className="justify-self-start"
      />
      {form.expiry === 'keep' && <AsItIs {...props} />}
      {form.expiry === 'never' && <p className="text-muted text-xs">The entry does not expire.</p>}
      {(form.expiry === 'in' || form.expiry === 'at') && (
        <Field
          label={form.expiry === 'in' ? 'Time after the save' : 'Time'}
          hint={
            form.expiry === 'in'
              ? 'For example 90s, 30m, 12h or 7d'
              : 'UTC, unless it ends with an offset such as +02:00'
          }
          error={error}
        >
          {(control) => (
            <Input
              {...control}
              value={form.expiryText}
              placeholder={form.expiry === 'in' ? '12h' : '2026-12-31T18:00'}
              onChange={(event) => onChange({ expiryText: event.target.value })}
              className="font-mono text-xs"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function AsItIs({ expiresOn, isNew, defaultTtlInSeconds }: ExpiryFieldProps) {
  if (isNew) {
    return (
      <p className="text-muted text-xs">
        {defaultTtlInSeconds === undefined || defaultTtlInSeconds === -1
          ? 'Never: the store has no default expiry.'
          : `After ${defaultTtlInSeconds} s, the default of the store.`}
      </p>
    );
  }
  if (expiresOn === undefined) return <p className="text-muted text-xs">Never.</p>;
  return (
    <p className="text-muted text-xs">
      <Time value={expiresOn} style="relative" />, <Time value={expiresOn} style="absolute" />
    </p>
  );
}
