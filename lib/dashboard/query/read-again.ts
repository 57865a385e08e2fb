import { onlineManager, type QueryClient, type QueryKey, type QueryObserverResult } from '@tanstack/react-query';
import { refusalStatus } from '../problem/problem-status.ts';

/** A network can be lost without the browser's notice. */
const maximumWaitInMs = 2_000;

/**
 * Reads again what is shown below these keys, after a change. Resolves when it is read, so that a form that is opened next
 * has what is there now. Resolves early, as `whileConnected`, so that no dialog waits for a network after its change was made.
 */
export async function readAgain(queryClient: QueryClient, ...queryKeys: readonly QueryKey[]): Promise<void> {
  await whileConnected(Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey }))));
}

/** Returns what a read resolves with; `undefined` when the network is cut, or after two seconds. The read then goes on. */
export async function whileConnected<Value>(read: Promise<Value>): Promise<Value | undefined> {
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  const unsubscribe = onlineManager.subscribe((isOnline) => isOnline || resolve(undefined));
  const timer = setTimeout(resolve, maximumWaitInMs, undefined);
  if (!onlineManager.isOnline()) resolve(undefined);
  try {
    return await Promise.race([read, end]);
  } finally {
    unsubscribe();
    clearTimeout(timer);
  }
}

/**
 * Reads a query again. Resolves with what is there now, with `null` where that is gone, and with `undefined` where it
 * could not be read: the query then still has its earlier answer, which must not pass for the present one.
 */
export async function readNow<Data>(
  refetch: () => Promise<QueryObserverResult<Data>>,
): Promise<Data | null | undefined> {
  const read = await whileConnected(refetch());
  if (read?.isError === false) return read.data;
  return refusalStatus(read?.error) === 404 ? null : undefined;
}
