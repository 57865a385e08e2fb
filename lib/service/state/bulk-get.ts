import { mapInTurns } from '#contract';
import { seeState } from '../records/see-state.ts';
import type { Verb } from '../verb.ts';
import { storeOf } from './address.ts';

export const getBulkState: Verb<'GetBulkState'> = async ({ state }, call) => {
  const found = await state.bulkGet(storeOf(call), call.body);
  return { ...found, value: await mapInTurns(found.value, (entry) => seeState(call, entry)) };
};
