'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkOperation, bulkActionScopes } from '#contract';
import { bulkNow } from '@/components/bulk/bulk-words.ts';
import { isOutcomeUnknown, outcomeTitle } from '@/components/ui/outcome-title.ts';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '../access/scopes-context.tsx';
import { answered } from '../problem/answered.ts';
import { readAgain } from '../query/read-again.ts';
import { commandBulk } from './actions.ts';
import { bulkKey } from './bulk-key.ts';
import type { ShownBulkOperation } from './read-bulk.ts';

type BulkCommand = 'pause' | 'resume' | 'stop';

/** What an operation is when a command is done, by this page or by somebody else. */
const done = {
  pause: { status: 'paused', told: 'The operation is paused already' },
  resume: { status: 'running', told: 'The operation runs already' },
  stop: { status: 'stopped', told: 'The operation is stopped already' },
} as const;

/** Pauses, resumes and stops an operation. */
export function useBulkCommands(operation: BulkOperation | undefined) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { reason } = useMay(operation === undefined ? 'tasks/read' : bulkActionScopes[operation.action.kind]);

  return {
    reason,
    isBusy,
    async onCommand(command: BulkCommand) {
      if (operation === undefined) return;
      setBusy(true);
      const answer = await answered(commandBulk({ id: operation.id, command }));
      if (!answer.ok) {
        const { problem } = answer;
        const mayBeDone = problem.code === 'InvalidTransition' || isOutcomeUnknown(problem);
        if (mayBeDone) await readAgain(queries, bulkKey(operation.id));
        setBusy(false);
        const now = queries.getQueryData<ShownBulkOperation>(bulkKey(operation.id))?.operation;
        if (mayBeDone && now?.status === done[command].status)
          return toast.success(done[command].told, { description: bulkNow(now) });
        return toast.error(outcomeTitle('The operation was not changed', problem), { description: problem.detail });
      }
      setBusy(false);
      await queries.cancelQueries({ queryKey: bulkKey(operation.id) }); // a read under way can be of the time before
      queries.setQueryData<ShownBulkOperation>(
        bulkKey(operation.id),
        (shown) => shown && { ...shown, operation: answer.value },
      );
    },
  };
}
