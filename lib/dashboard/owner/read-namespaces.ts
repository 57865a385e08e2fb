import 'server-only';
import type { TaskClient } from '#client';
import type { Lock, Namespace, Store } from '#contract';
import { readPage } from '../list/page.ts';

/** What is read of a list; `hasMore` where there is more of it. */
type Listed<Item> = { value: Item[]; hasMore: boolean };

/** The isolated stores and the held isolated locks of one owner. */
export type IsolatedNames = { stores: Listed<Store>; locks: Listed<Lock> };

const mostShown = 500;

/** Reads who has isolated stores and locks. */
export async function readNamespaces(client: TaskClient, abortSignal?: AbortSignal): Promise<Listed<Namespace>> {
  return listed(await readPage(client.listNamespacesAsync({ abortSignal }), { maxPageSize: mostShown }));
}

/** Reads the stores and locks of the owner whose client it gets. */
export async function readIsolatedNames(
  client: TaskClient,
  may: { stores: boolean; locks: boolean },
  abortSignal?: AbortSignal,
): Promise<IsolatedNames> {
  const settings = { maxPageSize: mostShown };
  const [stores, locks] = await Promise.all([
    may.stores ? readPage(client.getStateClient().listStoresAsync({ abortSignal }), settings) : { value: [] },
    may.locks ? readPage(client.getLocksClient().listLocksAsync({ abortSignal }), settings) : { value: [] },
  ]);
  return { stores: listed(stores), locks: listed(locks) };
}

function listed<Item>({ value, continuationToken }: { value: Item[]; continuationToken?: string }): Listed<Item> {
  return { value, hasMore: continuationToken !== undefined };
}
