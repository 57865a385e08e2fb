'use client';
import { useId, useState } from 'react';
import { limits, type Store, type StorePolicy, stringifyJson } from '#contract';
import { JsonEditor } from '@/components/json/json-editor.tsx';
import {
  formOfPolicy,
  type PolicyErrors,
  type PolicyForm,
  policyField,
  readPolicyForm,
  withIndexedPath,
} from '@/components/state/policy-form.model.ts';
import { StoreIndexes } from '@/components/state/store-indexes.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { Textarea } from '@/components/ui/textarea.tsx';
import { toast } from '@/components/ui/toast.ts';
import { unreachable } from '@/components/ui/unreachable.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { askForPolicy } from '../../approval/actions.ts';
import { isAsked, withApproval } from '../../approval/with-approval.ts';
import { explainConflict } from '../../problem/changed-words.ts';
import type { DashboardProblem } from '../../problem/problem.ts';
import { setPolicy } from '../actions.ts';
import { useRefreshState } from '../use-tell-change.ts';

type EditPolicyProps = {
  storeName: string;
  store: Store | null;
  readNow: () => Promise<Store | null | undefined>;
  /** A path to index, added to the form. */
  addedPath?: string | undefined;
  onClose: () => void;
};

const fieldNames: Partial<Record<keyof StorePolicy, string>> = {
  schema: 'the schema',
  sensitive: 'what is sensitive',
  defaultTtlInSeconds: 'when new entries expire',
  isConditionRequired: 'whether changes need ifMatch',
  acceptsBlobs: 'whether it takes blobs',
  maximumBlobBytes: 'the largest blob',
  indexedPaths: 'which paths are indexed',
};

/** What a store asks of its entries: to read for everyone, to change for those who may. */
export function EditPolicy({ storeName, store, readNow, addedPath, onClose }: EditPolicyProps) {
  const { may, reason } = useMay('operators/manage');
  const refresh = useRefreshState();
  const [form, setForm] = useState<PolicyForm>(() => withIndexedPath(formOfPolicy(store?.policy), addedPath));
  const [base, setBase] = useState(store); // the page goes on to follow the store, the form does not
  const [errors, setErrors] = useState<PolicyErrors>({});
  const [problem, setProblem] = useState<DashboardProblem>();
  const [isBusy, setBusy] = useState(false);
  const schemaLabel = useId();
  const change = (part: Partial<PolicyForm>) => {
    setForm((now) => ({ ...now, ...part }));
    setErrors({});
  };

  const save = async () => {
    const read = readPolicyForm(form);
    setErrors(read.errors);
    setProblem(undefined);
    if (Object.keys(read.errors).length > 0) return;
    setBusy(true);
    const given = { storeName, policy: stringifyJson(read.policy) };
    const answer = await withApproval(
      () => setPolicy({ ...given, ...(base && { ifMatch: base.policyEtag }) }),
      (reason) => askForPolicy({ ...given, reason }),
    ).catch(() => undefined);
    const refusal = answer !== undefined && !isAsked(answer) && !answer.ok ? answer.problem : undefined;
    const told = await explainConflict(refusal, base?.policy ?? {}, fieldNames, async () => {
      const now = await readNow();
      if (now) setBase(now);
      return now ? (now.policy ?? {}) : undefined;
    });
    if (answer !== undefined && isAsked(answer)) return onClose();
    if (answer?.ok) {
      await refresh(); // a form that is opened next is filled from what is there now
      toast.success(`The policy of ${storeName} was saved`);
      return onClose();
    }
    setBusy(false);
    const failed = told ?? unreachable;
    setProblem(failed);
    const byField = (failed.errors ?? []).flatMap(({ pointer, message }) => {
      const field = policyField(pointer);
      return field === undefined ? [] : [[field, message] as const];
    });
    setErrors(Object.fromEntries(byField));
  };

  return (
    <Dialog isBusy={isBusy} onClose={onClose}>
      <DialogContent
        size="lg"
        title={`Policy of ${storeName}`}
        description="The policy applies to later saves. Existing entries stay unchanged, and are added to new indexes."
        footer={
          <>
            <Button onClick={onClose} disabled={isBusy}>
              {may ? 'Cancel' : 'Close'}
            </Button>
            <Button variant="primary" disabled={isBusy} disabledReason={reason} onClick={() => void save()}>
              {isBusy ? 'Saving…' : 'Save policy'}
            </Button>
          </>
        }
      >
        <fieldset disabled={!may} className="grid gap-4">
          <legend className="sr-only">Policy</legend>
          {problem !== undefined && (
            <ErrorState title={outcomeTitle('The policy was not saved', problem)} problem={problem} />
          )}
          <div className="grid gap-1">
            <p id={schemaLabel} className="font-medium text-xs">
              JSON Schema of values (2020-12)
            </p>
            <JsonEditor
              label="JSON Schema of values"
              value={form.schema}
              onChange={(schema) => change({ schema })}
              isReadOnly={!may}
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
                <Input {...control} value={form.ttl} onChange={(event) => change({ ttl: event.target.value })} />
              )}
            </Field>
            <Field
              label="Largest blob"
              hint="For example 500 MiB. Empty: the service's limit"
              error={errors.maximumBlob}
            >
              {(control) => (
                <Input
                  {...control}
                  disabled={!form.acceptsBlobs}
                  value={form.maximumBlob}
                  onChange={(event) => change({ maximumBlob: event.target.value })}
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
                onChange={(event) => change({ sensitive: event.target.value })}
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
                data-focus-first={addedPath === undefined ? undefined : ''}
                rows={3}
                className="font-mono text-xs"
                value={form.indexedPaths}
                onChange={(event) => change({ indexedPaths: event.target.value })}
              />
            )}
          </Field>
          {store?.indexes !== undefined && <StoreIndexes indexes={store.indexes} entryCount={store.entryCount} />}
          <Choice
            label="Require ifMatch for changes"
            hint="Saves and deletes of existing entries without ifMatch fail with 428."
            isChecked={form.isConditionRequired}
            isDisabled={!may}
            onChange={(isConditionRequired) => change({ isConditionRequired })}
          />
          <Choice
            label="Allow blobs"
            isChecked={form.acceptsBlobs}
            isDisabled={!may}
            onChange={(acceptsBlobs) => change({ acceptsBlobs })}
          />
        </fieldset>
      </DialogContent>
    </Dialog>
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
