import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Returns a function that reads again what is shown below a key: one round at a time, and another when it was called
 * meanwhile, so that a task that changes all the time neither starves nor piles up reads.
 */
export function refreshRound(queryClient: QueryClient, queryKey: QueryKey): () => Promise<void> {
  let isRunning = false;
  let isAgain = false;
  return async () => {
    isAgain = true;
    if (isRunning) return;
    isRunning = true;
    while (isAgain) {
      // a first read that is under way is not begun anew, and can be of before the change
      isAgain = queryClient.isFetching({ queryKey, predicate: ({ state }) => state.data === undefined }) > 0;
      await queryClient.invalidateQueries({ queryKey });
    }
    isRunning = false;
  };
}
