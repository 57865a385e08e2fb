import { TaskdeckError } from '#contract';
import type { StoreAddress } from '#state';
import type { GuardedState } from './guarded.ts';

/** The sensitive pointers that hold for all of a store; none where there is no such store yet. */
export async function policyPointers(
  state: Pick<GuardedState, 'getStore'>,
  store: StoreAddress,
): Promise<readonly string[]> {
  try {
    return (await state.getStore(store)).policy?.sensitive ?? [];
  } catch (error) {
    if (error instanceof TaskdeckError && error.code === 'StoreNotFound') return [];
    throw error;
  }
}
