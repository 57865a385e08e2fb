import type { Query, QueryClient, QueryState } from '@tanstack/react-query';
import { refusalStatus } from '../problem/problem-status.ts';
import type { FailedReads } from './failed-reads.ts';

/** Notes for as long as it is followed which queries on the page could not be read again. Returns its end. */
export function followQueries(queryClient: QueryClient, reads: FailedReads, now: () => number): () => void {
  const begunOn = new WeakMap<Query, number>();
  const note = (query: Query) => {
    if (!isOutOfDate(query)) return reads.settled(query);
    reads.failed(query, begunOn.get(query) ?? now(), () => {
      void queryClient.refetchQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
    });
  };
  return queryClient.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type === 'updated' && event.action.type === 'fetch') begunOn.set(query, now());
    else if (event.type === 'removed') reads.settled(query);
    else if (event.type !== 'observerResultsUpdated' && event.type !== 'observerOptionsUpdated') note(query);
  });
}

/** Reads again what the page shows as failed because its first read failed. */
export function readFailedFirst(queryClient: QueryClient): void {
  const predicate = ({ state }: Query) => state.data === undefined && state.error !== null && isFailedRead(state.error);
  void queryClient.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false });
}

/** Whether a query is on the page with data that it could not replace. The next page of a list replaces none. */
function isOutOfDate(query: Query): boolean {
  const { data, error, fetchFailureReason, fetchMeta }: QueryState = query.state;
  const failure = fetchFailureReason ?? error;
  if (data === undefined || failure === null || fetchMeta?.fetchMore !== undefined) return false;
  return query.isActive() && isFailedRead(failure);
}

/** Whether a failure leaves what is shown unread. That a thing is gone, or a session over, is an answer. */
export function isFailedRead(failure: unknown): boolean {
  if (failure instanceof Error && failure.name === 'AbortError') return false;
  const status = refusalStatus(failure);
  return status !== 401 && status !== 404;
}
