import type { StateWriter } from '#contract';
import type { EntryAddress, StoreAddress } from '#state';
import type { Caller } from '../access/caller.ts';
import type { Call } from '../verb.ts';

/** The store of a call. */
export function storeOf(call: Pick<Call<{ storeName: string }>, 'params' | 'namespace'>): StoreAddress {
  return { namespace: call.namespace, storeName: call.params.storeName };
}

/** The entry of a call. */
export function entryOf(call: Pick<Call<{ storeName: string; id: string }>, 'params' | 'namespace'>): EntryAddress {
  return { ...storeOf(call), id: call.params.id };
}

/** The writer that an entry records. */
export function writerOf({ kind, id, name }: Caller): StateWriter {
  if (kind === 'anonymous') throw new TypeError('nobody writes state without a token');
  return { kind, id, name };
}
