import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { inRounds } from './in-rounds.ts';

/**
 * Returns a function that reads again what is shown below a key: one round at a time, and another when it was called
 * meanwhile, so that what changes all the time neither starves nor piles up reads.
 */
export function refreshRound(queryClient: QueryClient): (queryKey: QueryKey) => Promise<void> {
  let asked: QueryKey = [];
  const round = inRounds(async () => {
    const queryKey = asked;
    // a first read that is under way is not begun anew, and can be of before the change
    const isFirst = queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;
    if (isFirst) void round();
    await nextPagesOf(queryClient, queryKey);
    await queryClient.invalidateQueries({ queryKey });
  });
  return (queryKey) => {
    asked = queryKey;
    return round();
  };
}

/** Resolves when lists below a key have read the next pages that somebody asked for: another read would give them up. */
async function nextPagesOf(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  const growing = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined });
  await Promise.allSettled(growing.map((query) => query.promise));
}
