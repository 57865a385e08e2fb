import { counted } from '#contract';
import type { UndoOutcome } from './undo-remembered.ts';

/** A change that the service has made, and what takes it back. */
export type ToldChange = {
  storeName: string;
  /** What was done, as the toast says it: `orders/17 deleted`. */
  title: string;
  description?: string;
  /** In the order in which its parts were made, with the entries that each touched. One without a receipt cannot be taken back: the answer with it was lost. */
  parts: readonly { receipt?: string | undefined; ids: readonly string[] }[];
};

/** What of a change cannot be taken back, in words. */
export function whatStays(parts: ToldChange['parts']): string | undefined {
  const lost = parts.flatMap(({ receipt, ids }) => (receipt === undefined ? ids : []));
  if (lost.length === 0) return undefined;
  return `${counted(lost.length, 'entry', 'entries')} cannot be undone: the service's answer with the receipt was lost.`;
}

/** Takes back a change of several parts, the last one first. The first that cannot be taken back ends it. */
export async function undoParts(
  keys: readonly string[],
  undo: (key: string) => Promise<UndoOutcome>,
): Promise<UndoOutcome> {
  let undone = 0;
  for (const key of keys.toReversed()) {
    const outcome = await undo(key);
    if (!outcome.isUndone) {
      const some = undone === 0 ? '' : ` ${undone} of ${keys.length} parts were undone before that.`;
      return { isUndone: false, reason: `${outcome.reason}${some}` };
    }
    undone += 1;
  }
  return { isUndone: true };
}
