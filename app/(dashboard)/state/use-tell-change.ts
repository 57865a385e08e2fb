'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from '@/components/ui/toast.ts';
import { undoChange } from './actions.ts';

/** A change that the service has made, and what takes it back. */
export type ToldChange = {
  storeName: string;
  /** What was done, as the toast says it: `orders/17 deleted`. */
  title: string;
  description?: string;
  /** In the order in which the changes were made. */
  receipts: readonly string[];
};

const shownInMs = 12_000;

/** What is read of State anew after a change: lists, the tree, entries, versions. */
export function useRefreshState(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => queryClient.invalidateQueries({ queryKey: ['state'] }), [queryClient]);
}

/** Tells of a change that was made, and offers to take it back. */
export function useTellChange(): (change: ToldChange) => void {
  const refresh = useRefreshState();
  return useCallback(
    (change) => {
      void refresh();
      const options = change.description === undefined ? {} : { description: change.description };
      if (change.receipts.length === 0) return toast.success(change.title, options);
      toast.success(change.title, {
        ...options,
        duration: shownInMs,
        action: { label: 'Undo', onClick: () => void undo(change).finally(() => void refresh()) },
      });
    },
    [refresh],
  );
}

/** Takes back a change of several parts, the last part first; the first that cannot be taken back ends it. */
async function undo({ storeName, receipts, title }: ToldChange): Promise<void> {
  let undone = 0;
  for (const receipt of receipts.toReversed()) {
    const answer = await undoChange({ storeName, receipt }).catch(() => undefined);
    if (answer === undefined) return toast.error('It was not undone', { description: 'The dashboard did not answer.' });
    if (!answer.ok) {
      const some = undone === 0 ? '' : ` ${undone} of ${receipts.length} parts were undone before that.`;
      const detail = answer.problem.code === 'ReceiptOutdated' ? 'It was changed again since.' : answer.problem.detail;
      return toast.error('It was not undone', { description: `${detail}${some}` });
    }
    undone += 1;
  }
  toast.success('Undone', { description: title });
}
