'use client';
import type { StorePolicy } from '#contract';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Textarea } from '@/components/ui/textarea.tsx';
import type { EntryCopy, EntryErrors, EntryForm } from './entry-form.model.ts';
import { ExpiryField } from './expiry-field.tsx';

type EntryFieldsProps = {
  form: EntryForm;
  onChange: (change: Partial<EntryForm>) => void;
  errors: EntryErrors;
  /** The entry that is edited; `undefined` for a new one. */
  base: EntryCopy | undefined;
  /** Whether it has a blob, which it would lose. */
  hasStoredBlob: boolean;
  policy: StorePolicy | undefined;
};

/** What an entry is beside its value. */
export function EntryFields({ form, onChange, errors, base, hasStoredBlob, policy }: EntryFieldsProps) {
  const text = (name: 'tags' | 'contentType' | 'sensitive') => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    spellCheck: false,
    className: 'font-mono text-xs',
  });
  return (
    <div className="grid content-start gap-4">
      <ExpiryField
        form={form}
        onChange={onChange}
        error={errors.expiry}
        expiresOn={base?.expiresOn}
        isNew={base === undefined}
        defaultTtlInSeconds={policy?.defaultTtlInSeconds}
      />
      <Field label="Tags" hint="One name=value per line" error={errors.tags}>
        {(control) => <Textarea {...control} {...text('tags')} rows={3} placeholder={'customer=42\nregion=eu'} />}
      </Field>
      <Field label="Content type" error={errors.contentType}>
        {(control) => <Input {...control} {...text('contentType')} autoComplete="off" />}
      </Field>
      <div className="grid gap-1">
        <Field
          label="Sensitive pointers"
          hint={
            <>
              One JSON Pointer per line. Only callers with the scope sensitive/read see these values.
              {policy?.sensitive !== undefined && policy.sensitive.length > 0 && (
                <> The store adds {policy.sensitive.map((pointer) => pointer || 'the whole value').join(', ')}.</>
              )}
            </>
          }
          error={errors.sensitive}
        >
          {(control) => <Textarea {...control} {...text('sensitive')} rows={2} placeholder="/card/number" />}
        </Field>
        <Check
          label="The whole value is sensitive"
          isChecked={form.isAllSensitive}
          onChange={(isAllSensitive) => onChange({ isAllSensitive })}
        />
      </div>
      <div className="grid gap-1">
        <Check
          label="Accepts a blob"
          isChecked={form.hasBlob}
          onChange={(hasBlob) => onChange({ hasBlob })}
          isDisabled={policy?.acceptsBlobs === false && !form.hasBlob}
        />
        {policy?.acceptsBlobs === false && <p className="text-muted text-xs">This store does not allow blobs.</p>}
        {hasStoredBlob && !form.hasBlob && (
          <p role="status" className="text-caution text-xs">
            Its blob is deleted. Restoring an earlier version brings it back.
          </p>
        )}
        {errors.hasBlob !== undefined && (
          <p role="alert" className="text-danger text-xs">
            {errors.hasBlob}
          </p>
        )}
      </div>
    </div>
  );
}

function Check(props: { label: string; isChecked: boolean; onChange: (is: boolean) => void; isDisabled?: boolean }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a button with a role
    <label className="inline-flex items-center gap-1.5 text-sm">
      <Checkbox
        checked={props.isChecked}
        onCheckedChange={(checked) => props.onChange(checked === true)}
        disabled={props.isDisabled ?? false}
        aria-label={props.label}
      />
      {props.label}
    </label>
  );
}
