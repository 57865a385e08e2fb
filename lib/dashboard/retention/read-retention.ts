import 'server-only';
import type { TaskClient } from '#client';
import type { RetentionReport, Scope, Store } from '#contract';
import { readPage } from '../list/page.ts';

/** What is kept for how long, and the stores; `undefined` for an operator who may not read state. */
export type KeptAndStores = RetentionReport & { stores: Store[] | undefined; hasMoreStores: boolean };

const maximumStores = 500;

/** Reads what is kept for how long, and the policies of all stores. */
export async function readRetention(
  client: TaskClient,
  scopes: readonly Scope[],
  abortSignal?: AbortSignal,
): Promise<KeptAndStores> {
  const mayReadState = scopes.includes('state/read');
  const [report, stores] = await Promise.all([
    client.getRetentionAsync({ abortSignal }),
    mayReadState
      ? readPage(client.getStateClient().listStoresAsync({ abortSignal }), { maxPageSize: maximumStores })
      : undefined,
  ]);
  return { ...report, stores: stores?.value, hasMoreStores: stores?.continuationToken !== undefined };
}
