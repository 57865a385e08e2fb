'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type BulkOperation, bulkActionScopes } from '#contract';
import { useMay } from '../access/scopes-context.tsx';
import { tellFailure } from '../problem/tell-failure.ts';
import { commandBulk } from './actions.ts';
import { bulkKey } from './bulk-key.ts';
import type { ShownBulkOperation } from './read-bulk.ts';

type BulkCommand = 'pause' | 'resume' | 'stop';

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
      const answer = await tellFailure('The operation was not changed', commandBulk({ id: operation.id, command }));
      setBusy(false);
      if (answer === undefined) return;
      await queries.cancelQueries({ queryKey: bulkKey(operation.id) }); // a read under way can be of the time before
      queries.setQueryData<ShownBulkOperation>(
        bulkKey(operation.id),
        (shown) => shown && { ...shown, operation: answer.value },
      );
    },
  };
}
