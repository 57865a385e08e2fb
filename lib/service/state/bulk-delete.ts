import type { Verb } from '../verb.ts';
import { storeOf, writerOf } from './address.ts';

export const deleteBulkState: Verb<'DeleteBulkState'> = async ({ state }, call) => {
  const answer = await state.bulkDelete(storeOf(call), call.body.deletes, writerOf(call.caller));
  const deleted = answer.outcomes.filter(({ isDeleted }) => isDeleted).length;
  const refused = answer.outcomes.filter(({ failure }) => failure !== undefined).length;
  call.note.detail = `deleted ${deleted}, refused ${refused}`;
  return answer;
};
