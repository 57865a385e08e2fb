'use client';
import { useBasket } from '@/components/state/edit/basket.ts';
import { toast } from '@/components/ui/toast.ts';
import type { FinishedEntry } from './finish-entry.ts';

type Place = {
  id: string;
  /** The version that the save is based on; a new entry has none. */
  version: number | undefined;
  /** The id under which it was in the basket before. */
  before?: string | undefined;
};

/** Puts a finished form into the basket of its store in place of a save. */
export function useGather(storeName: string) {
  const { basket, add, remove } = useBasket(storeName);
  const isGathered = (id: string) => basket.some((operation) => operation.id === id);
  return {
    isGathered,
    /** Takes an entry out of the basket, for it was saved. */
    remove,
    gather({ id, version, before = id }: Place, finished: FinishedEntry) {
      const isChange = isGathered(before);
      if (before !== id) remove(before);
      add({ kind: 'save', id, version, ...finished });
      toast.success(isChange ? 'Changed in the basket' : 'Added to the basket', {
        description: `${id}. Nothing is saved until the basket is committed.`,
      });
    },
  };
}
