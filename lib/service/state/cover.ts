import { assertSensitivePointersKept, type ParsedStateInput, type StateResponse, TaskdeckError } from '#contract';
import { conditionAsRead } from '#database';
import type { EntryAddress, StoreAddress } from '#state';
import type { Guarded, GuardedState } from '../records/guarded.ts';
import { policyPointers } from '../records/policy-pointers.ts';
import type { Viewer } from '../records/see-task.ts';

/**
 * Returns the inputs that a caller may save: without `sensitive/read` no pointer may be removed. What was read becomes
 * a condition, so that nobody adds a pointer between this read and the change.
 */
export async function coveredInputs(
  state: GuardedState,
  viewer: Viewer,
  store: StoreAddress,
  inputs: readonly ParsedStateInput[],
): Promise<readonly ParsedStateInput[]> {
  if (viewer.may('sensitive/read') || inputs.every((input) => input.sensitive === undefined)) return inputs;
  const ofStore = await policyPointers(state, store);
  return Promise.all(
    inputs.map(async (input) => {
      if (input.sensitive === undefined) return input;
      const before = await entryBefore(state, { ...store, id: input.id });
      if (before !== undefined) assertSensitivePointersKept(before.sensitive ?? [], [...input.sensitive, ...ofStore]);
      if (input.ifNoneMatch !== undefined) return input;
      const ifMatch = conditionAsRead(input.ifMatch, before?.etag);
      return ifMatch === undefined ? { ...input, ifNoneMatch: '*' as const } : { ...input, ifMatch };
    }),
  );
}

async function entryBefore(state: GuardedState, address: EntryAddress): Promise<Guarded<StateResponse> | undefined> {
  try {
    return await state.get(address, { includeValue: false });
  } catch (error) {
    if (error instanceof TaskdeckError && error.status === 404) return undefined;
    throw error;
  }
}
