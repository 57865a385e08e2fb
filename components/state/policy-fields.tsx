'use client';
import { useId } from 'react';
import { limits, type Store } from '#contract';
import { JsonEditor } from '@/components/json/json-editor.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { Textarea } from '@/components/ui/textarea.tsx';
import type { PolicyErrors, PolicyForm } from './policy-form.model.ts';
import { StoreIndexes } from './store-indexes.tsx';

type PolicyFieldsProps = {
  form: PolicyForm;
  errors: PolicyErrors;
  isReadOnly: boolean;
  /** Whether the indexed paths get the focus first. */
  isPathFocused: boolean;
  /** The store as it is now, which tells how far its indexes are. */
  store: Store | null;
  onChange: (part: Partial<PolicyForm>) => void;
};

/** The fields of a store's policy. */
export function PolicyFields({ form, errors, isReadOnly, isPathFocused, store, onChange }: PolicyFieldsProps) {
  const schemaLabel = useId();
  return (
    <>
      <div className="grid gap-1">
        <p id={schemaLabel} className="font-medium text-xs">
          JSON Schema of values (2020-12)
        </p>
        <JsonEditor
          label="JSON Schema of values"
          value={form.schema}
          onChange={(schema) => onChange({ schema })}
          isReadOnly={isReadOnly}
          className="h-48"
        />
        <p className="text-muted text-xs">Empty: any JSON value</p>
        {errors.schema !== undefined && (
          <p role="alert" className="text-danger text-xs">
            {errors.schema}
          </p>
        )}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="New entries expire after" hint="For example 30d, 12h or 90m. Empty: never" error={errors.ttl}>
          {(control) => (
            <Input {...control} value={form.ttl} onChange={(event) => onChange({ ttl: event.target.value })} />
          )}
        </Field>
        <Field label="Largest blob" hint="For example 500 MiB. Empty: the service's limit" error={errors.maximumBlob}>
          {(control) => (
            <Input
              {...control}
              disabled={!form.acceptsBlobs}
              value={form.maximumBlob}
              onChange={(event) => onChange({ maximumBlob: event.target.value })}
            />
          )}
        </Field>
      </div>
      <Field
        label="Sensitive in every value"
        hint="One JSON Pointer per line, such as /card/number; * is the whole value. Only callers with the scope sensitive/read see it."
        error={errors.sensitive}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            className="font-mono text-xs"
            value={form.sensitive}
            onChange={(event) => onChange({ sensitive: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Indexed paths"
        hint={`One JSON Pointer per line, such as /customer; up to ${limits.indexedPaths}. Searches by these paths do not read every entry.`}
        error={errors.indexedPaths}
      >
        {(control) => (
          <Textarea
            {...control}
            data-focus-first={isPathFocused ? '' : undefined}
            rows={3}
            className="font-mono text-xs"
            value={form.indexedPaths}
            onChange={(event) => onChange({ indexedPaths: event.target.value })}
          />
        )}
      </Field>
      {store?.indexes !== undefined && <StoreIndexes indexes={store.indexes} entryCount={store.entryCount} />}
      <Choice
        label="Refuse changes that could overwrite others"
        hint="A program that saves or deletes an existing entry must name the version that it read (ifMatch), or is refused."
        isChecked={form.isConditionRequired}
        isDisabled={isReadOnly}
        onChange={(isConditionRequired) => onChange({ isConditionRequired })}
      />
      <Choice
        label="Allow blobs"
        isChecked={form.acceptsBlobs}
        isDisabled={isReadOnly}
        onChange={(acceptsBlobs) => onChange({ acceptsBlobs })}
      />
    </>
  );
}

function Choice(props: {
  label: string;
  hint?: string;
  isChecked: boolean;
  isDisabled: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-1">
      <Checkbox
        id={id}
        checked={props.isChecked}
        disabled={props.isDisabled}
        onCheckedChange={(checked) => props.onChange(checked === true)}
        {...(props.hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
      />
      <div className="pt-0.5">
        <label htmlFor={id} className="text-sm">
          {props.label}
        </label>
        {props.hint !== undefined && (
          <p id={`${id}-hint`} className="text-muted text-xs">
            {props.hint}
          </p>
        )}
      </div>
    </div>
  );
}
