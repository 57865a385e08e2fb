import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Returns a function that reads again what is shown below a key: one round at a time, and another when it was called
 * meanwhile, so that what changes all the time neither starves nor piles up reads.
 */
export function refreshRound(queryClient: QueryClient): (queryKey: QueryKey) => Promise<void> {
  let isRunning = false;
  let asked: QueryKey | undefined;
  return async (queryKey) => {
    asked = queryKey;
    if (isRunning) return;
    isRunning = true;
    try {
      while (asked !== undefined) {
        const key: QueryKey = asked;
        // a first read that is under way is not begun anew, and can be of before the change
        const isFirst =
          queryClient.isFetching({ queryKey: key, predicate: ({ state }) => state.data === undefined }) > 0;
        asked = isFirst ? key : undefined;
        await nextPagesOf(queryClient, key);
        await queryClient.invalidateQueries({ queryKey: key });
      }
    } finally {
      isRunning = false;
    }
  };
}

/** Resolves when lists below a key have read the next pages that somebody asked for: another read would give them up. */
async function nextPagesOf(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const growing = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined });
  await Promise.allSettled(growing.map((query) => query.promise));
}
