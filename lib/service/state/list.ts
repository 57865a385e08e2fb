import { mapInTurns } from '#contract';
import { inTurn } from '../callers/in-turn.ts';
import { seeState } from '../records/see-state.ts';
import type { Verb } from '../verb.ts';
import { storeOf } from './address.ts';

export const listState: Verb<'ListState'> = async ({ state }, call) => {
  const list = () => state.list(storeOf(call), call.query, call.may('sensitive/read'));
  const page = await (call.query.value === undefined ? list() : inTurn(call, list));
  return { ...page, value: await mapInTurns(page.value, (entry) => seeState(call, entry)) };
};
