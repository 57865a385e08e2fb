import { type StateListFilter, TaskdeckError } from '#contract';
import type { StateContext } from '../../context.ts';
import type { StoreAddress } from '../../records.ts';
import { storeForReading } from '../../stores/store-for-reading.ts';
import { canMatch } from './conditions.ts';
import { listFlat } from './list-flat.ts';
import type { ListedPage } from './listed-page.ts';
import { rollUp } from './roll-up.ts';

/**
 * Lists the entries of a store. With a sparse filter a page scans a bounded number of entries, so it may be short or
 * empty and still carry a token. `seesHidden`: whether conditions on values may reveal sensitive values.
 */
export async function list(
  { database }: StateContext,
  address: StoreAddress,
  filter: StateListFilter,
  seesHidden = false,
): Promise<ListedPage> {
  if (!canMatch(filter)) {
    await storeForReading(database, address);
    return { value: [] };
  }
  if (filter.delimiter === undefined) return listFlat(database, address, filter, seesHidden);
  const store = await storeForReading(database, address);
  refuseUnlessById(filter);
  return rollUp(database, store, filter, filter.delimiter);
}

function refuseUnlessById(filter: StateListFilter): void {
  const refused = (['search', 'tag', 'value', 'hasBlob', 'expires', 'modifiedAfter', 'modifiedBefore'] as const).find(
    (name) => filter[name] !== undefined,
  );
  const named = refused ?? (filter.orderBy.startsWith('id') ? undefined : 'orderBy');
  if (named === undefined) return;
  const message = 'with a delimiter a list goes by id and prefix alone';
  throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: `query/${named}`, message }] });
}
