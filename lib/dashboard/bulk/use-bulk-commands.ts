'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type BulkOperation, bulkActionScopes } from '#contract';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '../access/scopes-context.tsx';
import { withProof } from '../proof/with-proof.ts';
import { commandBulk, createBulk } from './actions.ts';
import { bulkKey } from './bulk-key.ts';
import type { ShownBulkOperation } from './read-bulk.ts';

export type BulkCommand = 'pause' | 'resume' | 'stop';

/** Pauses, resumes and stops an operation, and does it again to the tasks that failed. */
export function useBulkCommands(operation: BulkOperation | undefined) {
  const queries = useQueryClient();
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const { reason } = useMay(operation === undefined ? 'tasks/read' : bulkActionScopes[operation.action.kind]);

  const finish = async <Value>(
    request: Promise<{ ok: true; value: Value } | { ok: false; problem: { detail: string } }>,
    then: (value: Value) => void,
  ) => {
    setBusy(true);
    const result = await request.finally(() => setBusy(false));
    if (result.ok) then(result.value);
    else toast.error(result.problem.detail);
  };
  return {
    reason,
    isBusy,
    onCommand(command: BulkCommand) {
      if (operation === undefined) return;
      void finish(commandBulk({ id: operation.id, command }), (next) =>
        queries.setQueryData<ShownBulkOperation>(
          bulkKey(operation.id),
          (shown) => shown && { ...shown, operation: next },
        ),
      );
    },
    onRetry() {
      if (operation === undefined || operation.action.kind === 'raiseEvent') return;
      const { action, stages, maximumFailures, tasksPerSecond, waitForEndInMs } = operation;
      const again = {
        action,
        selection: { operation: operation.id },
        ...{ stages, waitForEndInMs },
        ...(maximumFailures !== undefined && { maximumFailures }),
        ...(tasksPerSecond !== undefined && { tasksPerSecond }),
      };
      const idempotencyKey = crypto.randomUUID();
      void finish(
        withProof(() => createBulk({ ...again, idempotencyKey })),
        ({ id }) => router.push(`/operations/${id}`),
      );
    },
  };
}
