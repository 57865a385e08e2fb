import { mapInTurns } from '#contract';
import { seeState } from '../records/see-state.ts';
import type { Verb } from '../verb.ts';
import { storeOf } from './address.ts';

export const listState: Verb<'ListState'> = async ({ state }, call) => {
  const page = await state.list(storeOf(call), call.query);
  return { ...page, value: await mapInTurns(page.value, (entry) => seeState(call, entry)) };
};
