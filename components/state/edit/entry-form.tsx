'use client';
import { type ReactNode, useMemo } from 'react';
import type { StorePolicy } from '#contract';
import type { JsonCheck } from '@/components/json/check-json.ts';
import { JsonEditor } from '@/components/json/json-editor.tsx';
import { stateLimits } from '@/components/state/state-limits.ts';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { EntryFields } from './entry-fields.tsx';
import type { EntryCopy, EntryErrors, EntryForm as Form } from './entry-form.model.ts';

type EntryFormProps = {
  form: Form;
  onChange: (change: Partial<Form>) => void;
  /** Called after each check of the value. */
  onCheck: (check: JsonCheck) => void;
  /** Whether the focus begins in the value. */
  isValueFirst: boolean;
  errors: EntryErrors;
  /** Problems that the service found in the value. */
  valueErrors: readonly { pointer: string; message: string }[];
  /** Of the value as it would be sent; `undefined` while it is no JSON. */
  valueBytes: number | undefined;
  base: EntryCopy | undefined;
  /** Whether a hidden value stands for a stored one, or must be written. */
  redacted: 'keep' | 'refuse';
  hasStoredBlob: boolean;
  policy: StorePolicy | undefined;
  isBusy: boolean;
  /** Above the value: the id of a new entry. */
  children?: ReactNode;
};

/** An entry as it is written: its value beside everything else of it. */
export function EntryForm(props: EntryFormProps) {
  const { form, onChange, errors, base, policy, valueBytes } = props;
  const schema = useMemo(() => policy?.schema, [policy]);
  return (
    <div className="grid shrink-0 gap-4 @3xl:min-h-144 @3xl:flex-1 @3xl:shrink @3xl:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="flex min-h-0 min-w-0 flex-col gap-3">
        {props.children}
        <div className="flex min-h-0 flex-1 flex-col gap-1">
          <div className="flex items-baseline gap-2">
            <span className="flex-1 font-medium text-ink text-xs">Value</span>
            <span className="tabular text-muted text-xs">
              {valueBytes === undefined
                ? 'not valid JSON'
                : `${formatBytes(valueBytes)} of ${formatBytes(stateLimits.valueBytes)}`}
            </span>
          </div>
          <div className="flex min-h-0 flex-1 flex-col [&>div]:flex-1">
            <JsonEditor
              label="Value"
              value={form.text}
              onChange={(text) => onChange({ text })}
              onCheck={props.onCheck}
              tabIndents
              isFocusedFirst={props.isValueFirst}
              schema={schema}
              errors={props.valueErrors}
              redacted={props.redacted}
              isReadOnly={props.isBusy}
              className="h-[max(18rem,45dvh)] @3xl:h-auto @3xl:min-h-72 @3xl:flex-1"
            />
          </div>
          {errors.value !== undefined && (
            <p role="alert" className="text-danger text-xs">
              {errors.value}
            </p>
          )}
        </div>
      </div>
      <EntryFields
        form={form}
        onChange={onChange}
        errors={errors}
        base={base}
        hasStoredBlob={props.hasStoredBlob}
        policy={policy}
      />
    </div>
  );
}
