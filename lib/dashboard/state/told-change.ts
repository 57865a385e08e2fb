import { counted } from '#contract';

/** A change that the service has made, and what takes it back. */
export type ToldChange = {
  storeName: string;
  /** What was done, as the toast says it: `orders/17 deleted`. */
  title: string;
  description?: string;
  /** In the order in which its parts were made, with the entries that each touched. One without a receipt cannot be taken back: the answer with it was lost. */
  parts: readonly { receipt?: string | undefined; ids: readonly string[] }[];
  /** Names it among the recent changes, where it is remembered already. */
  rememberedAs?: string | undefined;
};

/** What of a change cannot be taken back, in words. */
export function whatStays(parts: ToldChange['parts']): string | undefined {
  const lost = parts.flatMap(({ receipt, ids }) => (receipt === undefined ? ids : []));
  if (lost.length === 0) return undefined;
  return `${counted(lost.length, 'entry', 'entries')} cannot be undone: the service's answer with the receipt was lost.`;
}
