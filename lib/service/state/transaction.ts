import { mapInTurns } from '#contract';
import { seeSavedState } from '../records/see-state.ts';
import type { Verb } from '../verb.ts';
import { storeOf, writerOf } from './address.ts';
import { coveredInputs } from './cover.ts';

export const bulkTransaction: Verb<'BulkTransaction'> = async ({ state }, call) => {
  const store = storeOf(call);
  const { deletes } = call.body;
  const upserts = [...(await coveredInputs(state, call, store, call.body.upserts))];
  call.note.detail = `${upserts.length} upserts, ${deletes.length} deletes`;
  const answer = await state.transaction(store, { upserts, deletes }, writerOf(call.caller));
  const upserted = await mapInTurns(answer.upserted, (entry, at) => seeSavedState(call, entry, upserts[at] ?? {}));
  return { ...answer, upserted };
};
