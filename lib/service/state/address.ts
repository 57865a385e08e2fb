import type { StateWriter } from '#contract';
import type { EntryAddress, StoreAddress } from '#state';
import type { Caller } from '../access/caller.ts';
import type { Call } from '../verb.ts';

/** The store that a call means. */
export function storeOf(call: Pick<Call<{ storeName: string }>, 'params' | 'namespace'>): StoreAddress {
  return { namespace: call.namespace, storeName: call.params.storeName };
}

/** The entry that a call means. */
export function entryOf(call: Pick<Call<{ storeName: string; id: string }>, 'params' | 'namespace'>): EntryAddress {
  return { ...storeOf(call), id: call.params.id };
}

/** Who an entry tells that it was written by. */
export function writerOf({ kind, id, name }: Caller): StateWriter {
  if (kind === 'anonymous') throw new TypeError('nobody writes state without a token');
  return { kind, id, name };
}
