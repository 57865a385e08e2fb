'use client';
import { useState } from 'react';
import { type Store, type StorePolicy, stringifyJson } from '#contract';
import { PolicyFields } from '@/components/state/policy-fields.tsx';
import {
  formOfPolicy,
  type PolicyErrors,
  type PolicyForm,
  policyField,
  readPolicyForm,
  withIndexedPath,
} from '@/components/state/policy-form.model.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { toast } from '@/components/ui/toast.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { askForPolicy } from '../../approval/actions.ts';
import { isAsked, withApproval } from '../../approval/with-approval.ts';
import { answered } from '../../problem/answered.ts';
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
  isConditionRequired: 'whether changes must name the version that they replace',
  acceptsBlobs: 'whether it takes blobs',
  maximumBlobBytes: 'the largest blob',
  indexedPaths: 'which paths are indexed',
};

/** What a store asks of its entries: to read for everyone, to change for those who may. */
export function EditPolicy({ storeName, store, readNow, addedPath, onClose }: EditPolicyProps) {
  const { may, reason } = useMay('operators/manage');
  const refresh = useRefreshState();
  const sendOnce = useSendOnce();
  const [form, setForm] = useState<PolicyForm>(() => withIndexedPath(formOfPolicy(store?.policy), addedPath));
  const [base, setBase] = useState(store); // the page goes on to follow the store, the form does not
  const [errors, setErrors] = useState<PolicyErrors>({});
  const [problem, setProblem] = useState<DashboardProblem>();
  const [isBusy, setBusy] = useState(false);
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
    const given = { storeName, policy: stringifyJson(read.policy), ...(base && { ifMatch: base.policyEtag }) };
    const answer = await answered(
      withApproval(
        () => sendOnce(given, setPolicy),
        (reason) => sendOnce({ ...given, reason }, askForPolicy),
      ),
    );
    const refusal = !isAsked(answer) && !answer.ok ? answer.problem : undefined;
    const told = await explainConflict(refusal, base?.policy ?? {}, fieldNames, async () => {
      const now = await readNow();
      if (now) setBase(now);
      return now && (now.policy ?? {});
    });
    if (isAsked(answer)) return onClose();
    if (answer.ok) {
      await refresh(); // a form that is opened next is filled from what is there now
      toast.success(`The policy of ${storeName} was saved`);
      return onClose();
    }
    setBusy(false);
    const failed = told ?? answer.problem;
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
          <PolicyFields
            form={form}
            errors={errors}
            isReadOnly={!may}
            isPathFocused={addedPath !== undefined}
            store={store}
            onChange={change}
          />
        </fieldset>
      </DialogContent>
    </Dialog>
  );
}
