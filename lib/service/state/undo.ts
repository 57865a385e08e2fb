import { mapInTurns } from '#contract';
import { seeChangedState } from '../records/see-state.ts';
import type { Verb } from '../verb.ts';
import { storeOf, writerOf } from './address.ts';

export const undoState: Verb<'UndoState'> = async ({ state }, call) => {
  const undone = await state.undo(storeOf(call), call.body.receipt, writerOf(call.caller), {
    keepsMarks: !call.may('sensitive/read'),
  });
  call.note.detail = `restored ${undone.restored.length}, removed ${undone.removed.length}`;
  return { ...undone, restored: await mapInTurns(undone.restored, (entry) => seeChangedState(call, entry)) };
};
