'use client';
import { useState } from 'react';
import { type BulkActionKind, type BulkPreview, bulkActionKinds, numberText } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import type { ShownProblem } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { outcomeTitle } from '@/components/ui/outcome-title.ts';
import { useProductionCheck } from '@/components/ui/production.tsx';
import { Select } from '@/components/ui/select.tsx';
import { useSend } from '@/components/ui/use-send.ts';
import { ActionFields, CareFields } from './bulk-fields.tsx';
import { type BulkForm, type BulkPlan, newBulkForm, planOf } from './bulk-plan.ts';
import { BulkPreviewView } from './bulk-preview.tsx';
import { bulkActionWords, destructiveActions } from './bulk-words.ts';

export type BulkDialogProps = {
  kind: BulkActionKind;
  /** Whether it was chosen before to delete also what has not ended. */
  force?: boolean | undefined;
  /** What it begins with instead of what is usual for the action. */
  given?: BulkForm | undefined;
  /** Why the operator may not do an action. */
  refusals: Readonly<Record<BulkActionKind, string | undefined>>;
  preview: BulkPreview | undefined;
  /** Whether that is the preview of the form as it is now, not of an earlier one. */
  isPreviewOfForm: boolean;
  /** What somebody did to these tasks a moment ago. */
  lately?: string | undefined;
  /** Why there is no preview. */
  failure: string | undefined;
  /** Called with each form whose preview is to be shown. */
  onForm: (form: BulkForm) => void;
  /** Reads the preview again after a failure. */
  onPreview: () => void;
  /** Resolves with what went wrong, which keeps the dialog open, or with nothing. */
  onStart: (plan: BulkPlan) => Promise<ShownProblem | undefined>;
  onClose: () => void;
};

/** Shows what an operation on many tasks would act on, asks how carefully, and starts it. */
export function BulkDialog({
  kind,
  force,
  given,
  refusals,
  preview,
  isPreviewOfForm,
  lately,
  failure,
  onForm,
  onPreview,
  onStart,
  onClose,
}: BulkDialogProps) {
  const [form, setForm] = useState(() => given ?? newBulkForm(kind, force));
  const [problems, setProblems] = useState<Partial<Record<keyof BulkForm, string>>>({});
  const { isBusy, problem, send } = useSend();
  const change = (changes: Partial<BulkForm>) => {
    const next = { ...(changes.kind === undefined ? form : newBulkForm(changes.kind)), ...changes };
    setForm(next);
    onForm(next);
  };
  const start = async () => {
    const planned = planOf(form);
    setProblems('problems' in planned ? planned.problems : {});
    if ('problems' in planned) return;
    await send(async () => {
      const refused = await onStart(planned.plan);
      return refused === undefined ? { ok: true } : { ok: false, problem: refused };
    });
  };
  /** What is acted on has to be seen before; a form that is not complete is told what it lacks when it is sent. */
  const whyUnseen = () => {
    if (failure !== undefined) return 'There is no preview';
    if (!isPreviewOfForm) return 'The preview is being loaded';
    if (preview?.total === 0) return 'No task matches';
    const refused = preview?.refused.reduce((sum, { count: tasks }) => sum + tasks, 0);
    return preview !== undefined && refused === preview.total ? 'Each of the tasks would be refused' : undefined;
  };
  const words = bulkActionWords[form.kind];
  const isDestructive = destructiveActions.has(form.kind);
  const production = useProductionCheck(isDestructive);
  const unseen = whyUnseen();
  const count = preview === undefined ? '' : ` ${numberText(preview.total)}${preview.isCut ? '+' : ''}`;
  return (
    <Dialog isBusy={isBusy} onClose={onClose}>
      <DialogContent
        size="lg"
        title={`${words.verb}${count} ${preview?.total === 1 ? 'task' : 'tasks'}?`}
        description={`${words.effect} The service does it in the background${isDestructive ? ', after ten seconds in which you can stop it' : ''}.`}
        footer={
          <>
            {problem !== undefined && (
              <p role="alert" className="mr-auto text-danger text-sm">
                {outcomeTitle('The operation was not started', problem)}. {problem.detail}
              </p>
            )}
            <Button onClick={onClose}>Keep as it is</Button>
            <Button
              variant={isDestructive ? 'danger' : 'primary'}
              disabled={isBusy}
              disabledReason={refusals[form.kind] ?? unseen ?? production.missing}
              onClick={() => void start()}
            >
              {words.verb}
              {count}
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          {lately !== undefined && (
            <p className="rounded-md bg-caution-soft px-3 py-2 text-caution text-sm">{lately}</p>
          )}
          <Field label="Action">
            {(control) => (
              <Select
                {...control}
                value={form.kind}
                onChange={(event) => {
                  const chosen = bulkActionKinds.find((one) => one === event.target.value);
                  if (chosen !== undefined) change({ kind: chosen });
                }}
              >
                {bulkActionKinds.map((one) => (
                  <option key={one} value={one}>
                    {bulkActionWords[one].verb}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <ActionFields form={form} problems={problems} onChange={change} />
          {failure === undefined ? (
            <BulkPreviewView preview={preview} />
          ) : (
            <div className="flex flex-wrap items-center gap-2">
              <p role="alert" className="text-danger text-sm">
                {failure}
              </p>
              <Button size="sm" onClick={onPreview}>
                Try again
              </Button>
            </div>
          )}
          <CareFields form={form} problems={problems} onChange={change} />
          {production.field}
        </div>
      </DialogContent>
    </Dialog>
  );
}
