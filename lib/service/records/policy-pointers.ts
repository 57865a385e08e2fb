import { TaskdeckError } from '#contract';
import type { State, StoreAddress } from '#state';

/** The sensitive pointers that hold for all of a store; none where there is no such store yet. */
export async function policyPointers(state: Pick<State, 'getStore'>, store: StoreAddress): Promise<readonly string[]> {
  try {
    return (await state.getStore(store)).policy?.sensitive ?? [];
  } catch (error) {
    if (error instanceof TaskdeckError && error.code === 'StoreNotFound') return [];
    throw error;
  }
}
