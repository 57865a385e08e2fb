import type { StateListFilter } from '#contract';
import type { StateContext } from '../../context.ts';
import type { StoreAddress } from '../../records.ts';
import { list } from './list.ts';

/** Counts entries that match a filter, up to `most`. `hasMore`: there are more, or they were not all looked at. */
export async function count(
  context: StateContext,
  address: StoreAddress,
  filter: Omit<StateListFilter, 'delimiter'>,
  most: number,
  seesHidden = false,
): Promise<{ count: number; hasMore: boolean }> {
  const which = { ...filter, includeValue: false, maxPageSize: most };
  const { value, continuationToken } = await list(context, address, which, seesHidden);
  return { count: value.length, hasMore: continuationToken !== undefined };
}
