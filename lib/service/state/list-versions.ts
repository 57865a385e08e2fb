import { mapInTurns } from '#contract';
import { seeState } from '../records/see-state.ts';
import type { Verb } from '../verb.ts';
import { entryOf } from './address.ts';

export const listStateVersions: Verb<'ListStateVersions'> = async ({ state }, call) => {
  const page = await state.listVersions(entryOf(call), call.query);
  return { ...page, value: await mapInTurns(page.value, (version) => seeState(call, version)) };
};
