import { numberText, type StoreIndex } from '#contract';

/** How far an index has come, in words. The number of entries is about. */
export function indexProgress({ isReady, indexedCount }: StoreIndex, entryCount: number): string {
  if (isReady) return 'ready';
  const whole = numberText(Math.max(entryCount, indexedCount));
  return `building: ${numberText(indexedCount)} of about ${whole} entries`;
}
