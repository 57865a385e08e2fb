import { seeState } from '../records/see-state.ts';
import type { Verb } from '../verb.ts';
import { entryOf } from './address.ts';

export const getState: Verb<'GetState'> = async ({ state }, call) =>
  seeState(call, await state.get(entryOf(call), call.query));
