'use client';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { rememberChange } from '@/components/state/edit/recent-changes.ts';
import { toast } from '@/components/ui/toast.ts';
import { readAgain } from '../query/read-again.ts';
import { type ToldChange, whatStays } from './told-change.ts';
import { undoRemembered } from './undo-remembered.ts';

const shownInMs = 12_000;

/**
 * Everything of State on the screen is read anew: lists, the tree, entries, versions. An entry that was shown before is
 * forgotten: when its editor closes, it must not stand there as it was before the change.
 */
export function useRefreshState(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(() => {
    const isEntry = ({ queryKey: [, , what] }: { queryKey: QueryKey }) => what === 'entry';
    queryClient.removeQueries({ queryKey: ['state'], type: 'inactive', predicate: isEntry });
    return readAgain(queryClient, ['state']);
  }, [queryClient]);
}

/** Tells of a change that was made, remembers it among the recent ones, and offers to take it back. */
export function useTellChange(): (change: ToldChange) => void {
  const refresh = useRefreshState();
  return useCallback(
    ({ storeName, title, description, parts, rememberedAs }) => {
      void refresh();
      const made = parts.flatMap(({ receipt, ids }) => (receipt === undefined ? [] : [{ receipt, ids }]));
      const stays = whatStays(parts);
      const said = [description, stays].filter((text) => text !== undefined).join(' · ');
      const options = said === '' ? {} : { description: said };
      if (made.length === 0) return toast.success(title, options);
      const key = rememberedAs ?? rememberChange({ storeName, title, parts: made }).key;
      toast.success(title, {
        ...options,
        duration: shownInMs,
        action: { label: 'Undo', onClick: () => void undo(key, title, stays).finally(() => void refresh()) },
      });
    },
    [refresh],
  );
}

async function undo(key: string, title: string, stays: string | undefined): Promise<void> {
  const outcome = await undoRemembered(key);
  if (outcome.isUndone && stays === undefined) toast.success('Undone', { description: title });
  else if (outcome.isUndone) toast.error('Undone in part', { description: `${title} · ${stays}` });
  else toast.error('The change was not undone', { description: outcome.reason });
}
