import 'server-only';
import { type DehydratedState, dehydrate, type QueryKey } from '@tanstack/react-query';
import { makeQueryClient } from './query-client.ts';

/** Reads what a page shows first, while it is rendered. A failure is left to the browser to meet. */
export async function prefetch(queryKey: QueryKey, read: () => Promise<unknown>): Promise<DehydratedState> {
  const queries = makeQueryClient();
  await queries.prefetchQuery({ queryKey, queryFn: read });
  return dehydrate(queries);
}
