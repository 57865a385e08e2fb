'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Approval } from '#contract';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { askedWords, ownColumns, waitingColumns } from '@/components/approval/approval-columns.tsx';
import { laterPart } from '@/components/shell/later-part.ts';
import type { Named } from '@/components/task/task-names.ts';
import { BoundsNote } from '@/components/ui/bounds.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { toast } from '@/components/ui/toast.ts';
import { answerApproval, withdrawApproval } from '@/lib/dashboard/approval/actions.ts';
import { approvalsKey, useApprovals } from '@/lib/dashboard/approval/use-approvals.ts';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { withProof } from '@/lib/dashboard/proof/with-proof.ts';
import { readAgain } from '@/lib/dashboard/query/read-again.ts';

const AnswerDialog = laterPart(() =>
  import('@/components/approval/answer-dialog.tsx').then((loaded) => loaded.AnswerDialog),
);

const rowId = ({ id }: Approval) => id;

/** What waits for the operator's answer, and what the operator asked for. */
export function ApprovalsPage() {
  const queries = useQueryClient();
  const { approvals, hasMore, problem, retry } = useApprovals();
  const [answering, setAnswering] = useState<{ approval: Named<Approval>; isGranted: boolean }>();
  const columns = useMemo(() => waitingColumns((approval, isGranted) => setAnswering({ approval, isGranted })), []);
  const waiting = useTableLayout('approvals', columns);
  const [withdrawing, setWithdrawing] = useState<Named<Approval>>();
  const columnsOfOwn = useMemo(() => ownColumns(setWithdrawing), []);
  const own = useTableLayout('own-requests', columnsOfOwn, 'own-columns');
  const listOf = (isShown: (approval: Named<Approval>) => boolean) => ({
    rows: approvals?.filter(isShown),
    ...{ hasMore, problem, retry },
  });

  const answer = async (note: string) => {
    if (answering === undefined) return undefined;
    const { approval, isGranted } = answering;
    const result = await withProof(() => answerApproval({ id: approval.id, isGranted, ...(note !== '' && { note }) }));
    if (!result.ok) return result.problem;
    setAnswering(undefined);
    const { state, outcome } = result.value;
    if (state === 'failed') toast.error('The request was granted and then refused', { description: outcome ?? state });
    else
      toast.success(isGranted ? 'Request granted' : 'Request declined', { description: outcome ?? approval.askedBy });
    await readAgain(queries, approvalsKey);
    return undefined;
  };

  const withdraw = async ({ id }: Approval) => {
    const result = await withProof(() => withdrawApproval({ id }));
    await readAgain(queries, approvalsKey);
    if (!result.ok) return result.problem.detail;
    toast.success('Request withdrawn', { description: 'Nobody can grant it any more.' });
    return undefined;
  };

  return (
    <div className="space-y-4 p-4">
      <PageHeader
        title="Approvals"
        description="Requests that a second person grants or declines. You cannot answer your own."
      />
      <UnknownAddress />
      <BoundsNote />
      <SettingsTable
        subject="requests that wait for you"
        columns={columns}
        rowId={rowId}
        list={listOf(({ mayAnswer }) => mayAnswer)}
        table={waiting}
        empty="No request waits for you."
      />
      <SettingsTable
        subject="your requests"
        columns={columnsOfOwn}
        rowId={rowId}
        list={listOf(({ isOwn }) => isOwn)}
        table={own}
        empty="You have no requests. An action that needs a second person asks you for a reason and then appears here."
      />
      {answering !== undefined && (
        <AnswerDialog {...answering} onAnswer={answer} onClose={() => setAnswering(undefined)} />
      )}
      {withdrawing !== undefined && (
        <ConfirmDialog
          onClose={() => setWithdrawing(undefined)}
          title="Withdraw your request?"
          description={`${askedWords(withdrawing)}. Nobody can grant it afterwards. You can ask again.`}
          confirmLabel="Withdraw request"
          cancelLabel="Keep it"
          onConfirm={() => withdraw(withdrawing)}
        />
      )}
    </div>
  );
}
