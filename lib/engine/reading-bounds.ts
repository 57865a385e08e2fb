/** Bounds what reads many tasks. `budgetMs`: after this time it stops, and tells of what it has read. */
export type ReadingBounds = { signal?: AbortSignal; budgetMs?: number };

/** Returns the function that says whether the time is over or nobody waits for the answer any more. */
export function overOf({ signal, budgetMs = 10_000 }: ReadingBounds): () => boolean {
  const endsAt = performance.now() + budgetMs;
  return () => signal?.aborted === true || performance.now() >= endsAt;
}
