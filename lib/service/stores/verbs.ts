import { seeStore } from '../records/see-store.ts';
import { storeOf } from '../state/address.ts';
import type { Verbs } from '../verb.ts';
import { setStorePolicy } from './set-policy.ts';

/** The verbs of the operations on stores. */
export const storeVerbs = {
  ListStores: async ({ state }, call) => {
    const page = await state.listStores(call.namespace, { ...call.query, names: call.caller.bounds?.stores });
    return { ...page, value: page.value.map((store) => seeStore(call, store)) };
  },
  GetStore: async ({ state }, call) => seeStore(call, await state.getStore(storeOf(call))),
  SetStorePolicy: setStorePolicy,
} satisfies Partial<Verbs>;
