import { TaskdeckError } from '#contract';
import type { State, StoreAddress } from '#state';
import { refuseUncovering } from '../records/uncovering.ts';
import { storeOf } from '../state/address.ts';
import type { Verb } from '../verb.ts';

export const setStorePolicy: Verb<'SetStorePolicy'> = async ({ state }, call) => {
  const { body, note } = call;
  const store = storeOf(call);
  note.detail = `asks for ${Object.keys(body).join(', ') || 'nothing'}`;
  if (!call.may('sensitive/read')) refuseUncovering(await pointersBefore(state, store), body.sensitive ?? []);
  return state.setPolicy(store, body);
};

async function pointersBefore(state: State, store: StoreAddress): Promise<readonly string[]> {
  try {
    return (await state.getStore(store)).policy?.sensitive ?? [];
  } catch (error) {
    if (error instanceof TaskdeckError && error.code === 'StoreNotFound') return [];
    throw error;
  }
}
