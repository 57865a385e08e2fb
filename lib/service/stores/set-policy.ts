import { policyPointers } from '../records/policy-pointers.ts';
import { seeStore } from '../records/see-store.ts';
import { assertSensitivePointersKept } from '../records/sensitive-pointers-kept.ts';
import { storeOf } from '../state/address.ts';
import type { Verb } from '../verb.ts';

export const setStorePolicy: Verb<'SetStorePolicy'> = async ({ state }, call) => {
  const { body, note } = call;
  const store = storeOf(call);
  note.detail = `asks for ${Object.keys(body).join(', ') || 'nothing'}`;
  if (!call.may('sensitive/read'))
    assertSensitivePointersKept(await policyPointers(state, store), body.sensitive ?? []);
  const { store: changed, isNew } = await state.setPolicy(store, body, call);
  call.hasCreated = isNew;
  return seeStore(call, changed);
};
