'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { type BulkOperation, bulkActionScopes } from '#contract';
import type { ActionResult } from '../access/perform-action.ts';
import { useMay } from '../access/scopes-context.tsx';
import { askForBulk } from '../approval/actions.ts';
import { withApproval } from '../approval/with-approval.ts';
import { tellFailure } from '../problem/tell-failure.ts';
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

  const finish = async <Value>(failed: string, request: Promise<ActionResult<Value>>, then: (value: Value) => void) => {
    setBusy(true);
    const answer = await tellFailure(failed, request);
    setBusy(false);
    if (answer !== undefined) then(answer.value);
  };
  return {
    reason,
    isBusy,
    onCommand(command: BulkCommand) {
      if (operation === undefined) return;
      void finish('The operation was not changed', commandBulk({ id: operation.id, command }), (next) =>
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
        'The operation was not started',
        withApproval(
          () => createBulk({ ...again, idempotencyKey }),
          (reason) => askForBulk({ ...again, reason }),
        ),
        ({ id }) => router.push(`/operations/${id}`),
      );
    },
  };
}
