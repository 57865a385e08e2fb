import type { StoreIndex } from '#contract';

/** How far an index has come, in words. The number of entries is about. */
export function indexProgress({ isReady, indexedCount }: StoreIndex, entryCount: number): string {
  if (isReady) return 'ready';
  const whole = Math.max(entryCount, indexedCount).toLocaleString('en');
  return `building: ${indexedCount.toLocaleString('en')} of about ${whole} entries`;
}
