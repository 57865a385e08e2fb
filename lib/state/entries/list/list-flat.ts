import { type StateListFilter, type ValueCondition, valueConditionOf } from '#contract';
import { type Database, decodePageToken, encodePageToken } from '#database';
import { arePresent, type IndexPlan, planByIndex } from '../../indexes/plan-by-index.ts';
import type { StoreAddress } from '../../records.ts';
import { entryRecords } from '../../rows/entry-row.ts';
import { storeForReading } from '../../stores/store-for-reading.ts';
import { findByValue } from './find-by-value.ts';
import type { ListedPage } from './listed-page.ts';
import { Listing, type PageRow, type Position, position } from './listing.ts';

/** The maximum number of rows of an index that one step of a search walks along. */
const walkedRows = 20_000;

/** The rows of a page. `walkedTo`: where the next page begins when the rows do not tell. */
type Found = {
  rows: readonly PageRow[];
  hasMore: boolean;
  walkedTo?: Position | undefined;
  told?: Pick<ListedPage, 'searchedCount' | 'usedIndexes'>;
};

/** Lists entries without grouping by prefix. */
export async function listFlat(
  database: Database,
  address: StoreAddress,
  filter: StateListFilter,
  seesHidden: boolean,
): Promise<ListedPage> {
  const { maxPageSize, continuationToken, includeValue, ...which } = filter;
  const identity = [address, which];
  const after = decodePageToken(identity, continuationToken, position);
  const listingFrom = (from: Position | undefined) => new Listing(database, address, filter, from);
  const { rows, hasMore, walkedTo, told } =
    which.value !== undefined && which.value.length > 0
      ? await findByConditions(database, address, filter, {
          conditions: which.value.map(valueConditionOf),
          seesHidden,
          after,
          listingFrom,
        })
      : await findInOrder(database, address, filter, listingFrom(after));
  const shown = rows.slice(0, maxPageSize);
  const last = shown.at(-1);
  const next = hasMore && last !== undefined ? { id: last.id, modifiedOn: last.modified_on } : walkedTo;
  return {
    value: await entryRecords(shown, { name: address.storeName, sensitive: last?.store_sensitive ?? [] }),
    ...(next !== undefined && { continuationToken: encodePageToken(identity, next) }),
    ...told,
  };
}

type Asked = {
  conditions: readonly ValueCondition[];
  seesHidden: boolean;
  after: Position | undefined;
  listingFrom: (from: Position | undefined) => Listing;
};

/** Finds entries by conditions on their values, by indexes where there are. */
async function findByConditions(
  database: Database,
  address: StoreAddress,
  { maxPageSize, orderBy }: StateListFilter,
  { conditions, seesHidden, after, listingFrom }: Asked,
): Promise<Found> {
  const search = (plan?: IndexPlan) =>
    findByValue(
      after,
      maxPageSize,
      (from, limit, budgetMs) => listingFrom(from).look(limit, budgetMs, { conditions, seesHidden, plan }),
      plan === undefined || plan.isNarrow ? {} : { largestStep: walkedRows },
    );
  const plan = await planByIndex(database, address, conditions, { seesHidden, isById: orderBy.startsWith('id') });
  const byIndex = plan && (await search(plan));
  const used = plan !== undefined && (await arePresent(database, plan)) ? plan : undefined;
  const { found, searched, next } = used !== undefined && byIndex !== undefined ? byIndex : await search();
  if (searched === 0) await storeForReading(database, address);
  const rows = await listingFrom(after).among(found.map(({ id }) => id));
  const usedIndexes = used && [used.by, ...used.others].map(({ pointer }) => pointer);
  return {
    rows,
    hasMore: areMore(rows, maxPageSize),
    walkedTo: next,
    told: { searchedCount: searched, ...(usedIndexes && { usedIndexes }) },
  };
}

async function findInOrder(
  database: Database,
  address: StoreAddress,
  { maxPageSize }: StateListFilter,
  listing: Listing,
): Promise<Found> {
  const { rows, end: walkedTo } = await listing.walk();
  if (rows.length === 0) await storeForReading(database, address);
  if (areMore(rows, maxPageSize)) return { rows, hasMore: true };
  if (walkedTo === undefined) return { rows, hasMore: false };
  const sorted = await listing.candidates();
  if (sorted !== undefined) return { rows: sorted, hasMore: areMore(sorted, maxPageSize) };
  return { rows, hasMore: false, walkedTo };
}

/** Whether more rows follow: there is one row more than requested, or rows were left out because of their size. */
function areMore(rows: readonly PageRow[], maxPageSize: number): boolean {
  return (rows[0]?.total ?? 0) > Math.min(rows.length, maxPageSize);
}
