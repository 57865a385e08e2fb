import { extendChange, rememberChange } from '@/components/state/edit/recent-changes.ts';
import type { ToldChange } from './told-change.ts';

type Part = ToldChange['parts'][number];

/** A change that is made part by part. */
export type GrowingChange = {
  /** Adds what was done, and remembers it at once: it can be taken back also when the page is left before the end. */
  add(part: Part): void;
  /** What has been done, to be told; `undefined` where nothing was. What is added after it is another change. */
  end(): ToldChange | undefined;
};

/** Makes a change that grows. `titleOf` says what was done to these entries. */
export function growingChange(storeName: string, titleOf: (ids: readonly string[]) => string): GrowingChange {
  let parts: Part[] = [];
  let key: string | undefined;
  return {
    add({ receipt, ids }) {
      if (ids.length === 0) return;
      parts.push({ receipt, ids });
      if (receipt === undefined) return;
      const undoable = parts.flatMap((part) => (part.receipt === undefined ? [] : part.ids));
      if (key === undefined) key = rememberChange({ storeName, title: titleOf(ids), parts: [{ receipt, ids }] }).key;
      else extendChange(key, titleOf(undoable), { receipt, ids });
    },
    end() {
      const ids = parts.flatMap((part) => part.ids);
      const told = { storeName, title: titleOf(ids), parts, rememberedAs: key };
      parts = [];
      key = undefined;
      return ids.length === 0 ? undefined : told;
    },
  };
}
