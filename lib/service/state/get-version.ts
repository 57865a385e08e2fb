import { seeState } from '../records/see-state.ts';
import type { Verb } from '../verb.ts';
import { entryOf } from './address.ts';

export const getStateVersion: Verb<'GetStateVersion'> = async ({ state }, call) =>
  seeState(call, await state.getVersion(entryOf(call), call.params.version));
