import { headers, TaskdeckError } from '#contract';
import type { Verb } from '../verb.ts';
import { entryOf, writerOf } from './address.ts';

/** Answers 204 also when the entry does not exist. With a condition, it must exist. */
export const deleteState: Verb<'DeleteState'> = async ({ state }, call) => {
  const { ifMatch, mustExist, caller, note, answerHeaders } = call;
  const { isDeleted, receipt } = await state.delete(entryOf(call), { ifMatch }, writerOf(caller));
  if (!isDeleted && (mustExist || ifMatch !== undefined))
    throw new TaskdeckError('PreconditionFailed', `If-Match was given, but there is no entry "${call.params.id}"`);
  if (receipt !== undefined) answerHeaders[headers.receipt] = receipt;
  note.detail = isDeleted ? 'deleted' : 'there was none';
};
