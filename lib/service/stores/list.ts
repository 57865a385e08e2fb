import { seeStore } from '../records/see-store.ts';
import type { Verb } from '../verb.ts';

export const listStores: Verb<'ListStores'> = async ({ state }, call) => {
  const page = await state.listStores(call.namespace, { ...call.query, names: call.caller.bounds?.stores });
  return { ...page, value: page.value.map((store) => seeStore(call, store)) };
};
