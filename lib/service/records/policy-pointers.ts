import { TaskdeckError } from '#contract';
import type { StoreAddress } from '#state';
import type { GuardedState } from './guarded.ts';

/** Returns the sensitive pointers of a whole store. There are none when the store does not exist yet. */
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
