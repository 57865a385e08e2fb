import { mapInTurns } from '#contract';
import { seeSavedState } from '../records/see-state.ts';
import type { Verb } from '../verb.ts';
import { storeOf, writerOf } from './address.ts';
import { coveredInputs } from './cover.ts';

export const saveBulkState: Verb<'SaveBulkState'> = async ({ state }, call) => {
  const store = storeOf(call);
  const inputs = await coveredInputs(state, call, store, call.body.entries);
  const answer = await state.bulkSave(store, inputs, writerOf(call.caller));
  const refused = answer.outcomes.filter(({ failure }) => failure !== undefined).length;
  call.note.detail = `saved ${answer.outcomes.length - refused}, refused ${refused}`;
  const outcomes = await mapInTurns(answer.outcomes, async ({ state: saved, ...outcome }, at) =>
    saved === undefined ? outcome : { ...outcome, state: await seeSavedState(call, saved, inputs[at] ?? {}) },
  );
  return { ...answer, outcomes };
};
