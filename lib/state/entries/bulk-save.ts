import { limits, type ParsedStateInput, type StateBulkResponse, type StateWriter } from '#contract';
import type { StateContext } from '../context.ts';
import type { StoreAddress } from '../state.ts';
import { upsertOf } from '../write/mutation.ts';
import { checkBytes } from './check-bytes.ts';

/** See `State.bulkSave`. */
export async function bulkSave(
  { commit }: StateContext,
  address: StoreAddress,
  entries: readonly ParsedStateInput[],
  writer: StateWriter,
): Promise<StateBulkResponse> {
  checkBytes(entries, 'bulkBytes', limits.bulkBytes);
  const operations = entries.map(upsertOf);
  const { outcomes, receipt } = await commit({ address, change: 'save', isAtomic: false, operations, writer });
  return {
    outcomes: outcomes.map((outcome) => ({
      ...(outcome.kind === 'saved' && { state: outcome.state }),
      ...(outcome.kind === 'refused' && { failure: outcome.failure }),
    })),
    ...(receipt !== undefined && { receipt }),
  };
}
