import { seeStore } from '../records/see-store.ts';
import { storeOf } from '../state/address.ts';
import type { Verb } from '../verb.ts';

export const getStore: Verb<'GetStore'> = async ({ state }, call) =>
  seeStore(call, await state.getStore(storeOf(call)));
