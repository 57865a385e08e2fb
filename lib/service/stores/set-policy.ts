import { seeStore } from '../records/see-store.ts';
import { storeOf } from '../state/address.ts';
import type { Verb } from '../verb.ts';

export const setStorePolicy: Verb<'SetStorePolicy'> = async ({ state }, call) => {
  const { body, note } = call;
  const store = storeOf(call);
  note.detail = `asks for ${Object.keys(body).join(', ') || 'nothing'}`;
  const keepsMarks = !call.may('sensitive/read');
  const { ifMatch, mustExist, mustNotExist } = call;
  const { store: changed, isNew } = await state.setPolicy(store, body, {
    ifMatch,
    mustExist,
    mustNotExist,
    keepsMarks,
  });
  call.hasCreated = isNew;
  return seeStore(call, changed);
};
