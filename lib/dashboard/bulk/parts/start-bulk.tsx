'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import {
  type BulkActionKind,
  type BulkOperation,
  type BulkPreview,
  bulkActionKinds,
  bulkActionScopes,
} from '#contract';
import { missingScope } from '@/components/access/missing-scope.ts';
import { BulkDialog } from '@/components/bulk/bulk-dialog.tsx';
import { formOf, newBulkForm, planOf } from '@/components/bulk/bulk-plan.ts';
import { operationPath } from '@/components/bulk/operation-path.ts';
import { justDoneToGroup } from '@/components/presence/just-done.ts';
import { useNow } from '@/components/ui/time-preferences.tsx';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { useScopes } from '../../access/scopes-context.tsx';
import { askForBulk } from '../../approval/actions.ts';
import { isAsked, withApproval } from '../../approval/with-approval.ts';
import type { ListPage } from '../../list/page.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { createBulk } from '../actions.ts';
import { latestBulkKey } from '../bulk-key.ts';
import { bulkPreview, type ChosenTasks, refusesNothing } from '../bulk-preview.ts';

type Props = {
  kind: BulkActionKind;
  /** Whether it was chosen before to delete also what has not ended. */
  force?: boolean | undefined;
  selection: ChosenTasks;
  /** The operation that is done again: the dialog begins with what was chosen for it. */
  again?: BulkOperation | undefined;
  onStarted: () => void;
  onClose: () => void;
};

/** Asks before an operation on many tasks, creates it, and leads to its page. */
export function StartBulk({ kind, force, selection, again, onStarted, onClose }: Props) {
  const router = useRouter();
  const scopes = useScopes();
  const sendOnce = useSendOnce();
  const [given] = useState(() => again && formOf(again));
  const [form, setForm] = useState(() => given ?? newBulkForm(kind, force));
  const planned = planOf(form);
  // What is not complete yet is previewed as an action that refuses nothing.
  const preview = useQuery({
    ...bulkPreview('plan' in planned ? planned.plan.action : refusesNothing, selection),
    placeholderData: (before: BulkPreview | undefined) => before,
  });
  const lately = useJustDone(selection);
  const refusals = Object.fromEntries(
    bulkActionKinds.map((one) => [one, missingScope(scopes, bulkActionScopes[one])]),
  ) as Record<BulkActionKind, string | undefined>;
  return (
    <BulkDialog
      kind={kind}
      force={force}
      given={given}
      refusals={refusals}
      preview={preview.data}
      isPreviewOfForm={preview.data !== undefined && !preview.isPlaceholderData}
      lately={lately}
      failure={preview.error === null ? undefined : problemOf(preview.error).detail}
      onForm={setForm}
      onPreview={() => void preview.refetch()}
      onStart={async (plan) => {
        const waits = again?.action.kind === plan.action.kind && { waitForEndInMs: again.waitForEndInMs };
        const request = { ...plan, ...waits, selection };
        const { reason: why, ...rest } = request;
        const result = await withApproval(
          () => sendOnce(request, createBulk),
          (reason) => sendOnce({ ...rest, reason, ...(why !== undefined && { why }) }, askForBulk),
        );
        if (isAsked(result)) onClose();
        if (!result.ok) return result.problem;
        onStarted();
        router.push(operationPath(result.value.id));
        return undefined;
      }}
      onClose={onClose}
    />
  );
}

/** What somebody did a moment ago to the tasks of the same error group. */
function useJustDone(selection: ChosenTasks): string | undefined {
  const group = 'query' in selection ? (new URLSearchParams(selection.query).get('group') ?? undefined) : undefined;
  const { data } = useQuery({
    queryKey: latestBulkKey,
    queryFn: ({ signal }) => fetchJson<ListPage<BulkOperation>>('/api/bulk-operations?maxPageSize=20', { signal }),
    enabled: group !== undefined,
    staleTime: 0,
  });
  return justDoneToGroup(data?.value ?? [], group, useNow());
}
