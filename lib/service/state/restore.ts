import { seeChangedState } from '../records/see-state.ts';
import type { Verb } from '../verb.ts';
import { storeOf, writerOf } from './address.ts';

export const restoreState: Verb<'RestoreState'> = async ({ state }, call) => {
  const { id, version, ifMatch, ifNoneMatch } = call.body;
  call.note.detail = `version ${version}`;
  const keepsMarks = !call.may('sensitive/read');
  const restored = await state.restore(
    { ...storeOf(call), id },
    version,
    { ifMatch, isNew: ifNoneMatch !== undefined, keepsMarks },
    writerOf(call.caller),
  );
  return seeChangedState(call, restored);
};
