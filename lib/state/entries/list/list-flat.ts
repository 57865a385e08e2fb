import { z } from 'zod';
import { limits, type StateListFilter, timestampInput, type ValueCondition, valueConditionOf } from '#contract';
import { type Database, decodePageToken, encodePageToken, type Fragment, readWithin } from '#database';
import { candidatesOf, mayMeet } from '../../indexes/index-conditions.ts';
import { arePresent, type IndexPlan, mostCandidates, planByIndex } from '../../indexes/plan-by-index.ts';
import type { StoreAddress } from '../../records.ts';
import { type EntryRow, entryColumns, entryRecords } from '../../rows/entry-row.ts';
import { storeForReading } from '../../stores/store-for-reading.ts';
import { hasTag, indexedConditions, otherConditions } from './conditions.ts';
import { findByValue } from './find-by-value.ts';
import type { ListedPage } from './listed-page.ts';
import { successor } from './prefix-range.ts';
import { meetsConditions } from './value-conditions.ts';

/** The maximum number of entries that one page scans in order to find matches. */
const walkedEntries = 5_000;
/** The maximum number of rows of an index that one step of a search walks along. */
const walkedRows = 20_000;
/** Values can be large: a step over entries that takes longer is repeated with fewer of them. */
const statementMs = 1_000;

type Position = { id: string; modifiedOn: string };
/** One of the entries that a step looks at, with its place among them. */
type StepRow = { id: string; modified_on: string; n: number; is_match: boolean };
/** A search by value, and how it goes by indexes. */
type Search = { conditions: readonly ValueCondition[]; seesHidden: boolean; plan: IndexPlan | undefined };
type PageRow = EntryRow & { total: number; store_sensitive: string[] | null };

const position = z.object({ id: z.string(), modifiedOn: timestampInput });

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
  const listing = listingOf(database, address, filter, after);
  const answer = async (rows: readonly PageRow[], hasMore: boolean, walkedTo?: Position): Promise<ListedPage> => {
    const shown = rows.slice(0, maxPageSize);
    const last = shown.at(-1);
    const next = hasMore && last !== undefined ? { id: last.id, modifiedOn: last.modified_on } : walkedTo;
    const store = { name: address.storeName, sensitive: last?.store_sensitive ?? [] };
    return {
      value: await entryRecords(shown, store),
      ...(next !== undefined && { continuationToken: encodePageToken(identity, next) }),
    };
  };

  if (which.value !== undefined && which.value.length > 0) {
    const conditions = which.value.map(valueConditionOf);
    const search = (plan?: IndexPlan) =>
      findByValue(
        after,
        maxPageSize,
        (from, limit) => listingOf(database, address, filter, from).look(limit, { conditions, seesHidden, plan }),
        plan === undefined || plan.isNarrow ? {} : { largestStep: walkedRows },
      );
    const isById = filter.orderBy.startsWith('id');
    const plan = await planByIndex(database, address, conditions, { seesHidden, isById });
    const byIndex = plan && (await search(plan));
    const used = plan !== undefined && (await arePresent(database, plan)) ? plan : undefined;
    const { found, searched, next } = used !== undefined && byIndex !== undefined ? byIndex : await search();
    if (searched === 0) await storeForReading(database, address);
    const rows = await listing.among(found.map(({ id }) => id));
    return {
      ...(await answer(rows, hasMore(rows, maxPageSize), next)),
      searchedCount: searched,
      ...(used !== undefined && { usedIndexes: [used.by, ...used.others].map(({ pointer }) => pointer) }),
    };
  }
  const found = await listing.walk();
  if (found.length === 0) await storeForReading(database, address);
  if (hasMore(found, maxPageSize)) return answer(found, true);
  const walkedTo = await listing.endOfWalk();
  if (walkedTo === undefined) return answer(found, false);
  const sorted = await listing.candidates();
  if (sorted !== undefined) return answer(sorted, hasMore(sorted, maxPageSize));
  return answer(found, false, walkedTo);
}

/** Whether more rows follow: there is one row more than requested, or rows were left out because of their size. */
function hasMore(rows: readonly PageRow[], maxPageSize: number): boolean {
  return (rows[0]?.total ?? 0) > Math.min(rows.length, maxPageSize);
}

/** The ways to scan a store's entries by one filter and order, from a position on. */
function listingOf(
  database: Database,
  { namespace, storeName }: StoreAddress,
  filter: StateListFilter,
  after: Position | undefined,
) {
  const store = database`state_store s where s.namespace = ${namespace} and s.name = ${storeName}`;
  const isOfStore = database`e.store_key = (select s.key from ${store})`;
  const isById = filter.orderBy.startsWith('id');
  const isDescending = filter.orderBy.endsWith('desc');
  const direction = isDescending ? database`desc` : database`asc`;
  const order = isById ? database`e.id ${direction}` : database`e.modified_on ${direction}, e.id ${direction}`;
  const than = isDescending ? database`<` : database`>`;
  const high = filter.prefix === undefined ? undefined : successor(filter.prefix);
  const idRange = (id: Fragment) => database`
    ${filter.prefix === undefined ? database`` : database`and ${id} >= ${filter.prefix}`}
    ${high === undefined ? database`` : database`and ${id} < ${high}`}
    ${after === undefined || !isById ? database`` : database`and ${id} ${than} ${after.id}`}`;
  const range = database`${isOfStore} ${idRange(database`e.id`)}
    ${
      after === undefined || isById
        ? database``
        : database`and (e.modified_on, e.id) ${than} (${after.modifiedOn}::timestamptz, ${after.id})`
    }
    ${isById ? database`` : modifiedRange(database, filter)}
    ${indexedConditions(database, filter)}`;
  const others = otherConditions(database, filter);

  // With the limit as a parameter, the generic plan looks expensive and each call is planned again.
  const walkLimit = database.unsafe(`limit ${walkedEntries}`);
  const roughPageLimit = database.unsafe(`limit ${2 ** Math.ceil(Math.log2(filter.maxPageSize + 1))}`);

  /** The next entries that a search looks at, and whether each may match. */
  const nextOf = (limit: number, { plan, seesHidden }: Search): Fragment => {
    const numbered = (entries: Fragment, mayMatch = database`true`) => database`
      select e.id, e.modified_on, row_number() over () as n, ${mayMatch} as may_match from (${entries}) e`;
    if (plan === undefined)
      return numbered(database`select * from state_entry e where ${range} order by ${order} limit ${limit}`);
    const isInOthers = plan.others.reduce(
      (earlier, index) => database`${earlier} and exists (select from state_index_entry i
        where i.index_key = ${index.key} and i.id = e.id and ${mayMeet(database, index, seesHidden)} offset 0)`,
      database``,
    );
    // The order of ids needs no time of change.
    const unknown = database`'epoch'::timestamptz as modified_on`;
    const nextById = database`${idRange(database`i.id`)} order by i.id ${direction} limit ${limit}`;
    const candidates = plan.isNarrow ? candidatesOf(database, plan.by, seesHidden) : undefined;
    if (candidates === undefined)
      return numbered(
        database`select i.id, ${unknown}, ${mayMeet(database, plan.by, seesHidden)} as may_meet
          from state_index_entry i where i.index_key = ${plan.by.key} ${nextById}`,
        database`e.may_meet ${isInOthers}`,
      );
    if (isById)
      return numbered(
        database`select i.id, ${unknown} from (${candidates}) i where true ${nextById}`,
        database`true ${isInOthers}`,
      );
    return numbered(
      database`
        select e.id, e.modified_on from (${candidates}) c
        cross join lateral (select * from state_entry e where ${isOfStore} and e.id = c.id offset 0) e
        where ${range} order by ${order} limit ${limit}`,
      database`true ${isInOthers}`,
    );
  };

  /** A page of `source` whose values are bounded in size, with the number of rows before that bound. */
  const page = (source: Fragment) => database<PageRow[]>`
    select bounded.*, (select s.sensitive from ${store}) as store_sensitive from (
      select p.*, sum(p.value_bytes) over (rows unbounded preceding) as bytes, count(*) over () as total
      from (
        select ${entryColumns(database)}, ${filter.includeValue ? database`e.value` : database`null as value`}
        from (select * from ${source} e where ${others} order by ${order} ${roughPageLimit}) e
        order by ${order} limit ${filter.maxPageSize + 1}
      ) p
    ) bounded ${filter.includeValue ? database`where bytes <= ${limits.statePageBytes}` : database``}`;

  /** Those of these entries that match, apart from conditions on values. */
  const among = (ids: readonly string[]) =>
    page(database`(select * from state_entry e where ${isOfStore} and e.id = any(${[...ids]}::text[]))`);

  return {
    /** The matches among the next entries in order. */
    walk: () => page(database`(select * from state_entry e where ${range} order by ${order} ${walkLimit})`),

    /** The last entry that `walk` scans, or `undefined` when it scans all. */
    async endOfWalk(): Promise<Position | undefined> {
      const [row] = await database<{ id: string; modified_on: string }[]>`
        select id, modified_on from state_entry e where ${range} order by ${order} limit 1 offset ${walkedEntries - 1}`;
      return row && { id: row.id, modifiedOn: row.modified_on };
    },

    /**
     * The sorted matches from a condition's index, or `undefined` when there is no index or there are too many matches.
     */
    async candidates(): Promise<PageRow[] | undefined> {
      const byTag = filter.tag === undefined ? undefined : database`and ${hasTag(database, filter.tag)}`;
      const isByTime = isById && (filter.modifiedAfter !== undefined || filter.modifiedBefore !== undefined);
      const condition = byTag ?? (isByTime ? database`${modifiedRange(database, filter)}` : undefined);
      if (condition === undefined) return undefined;
      const rows = await database<{ id: string }[]>`
        select e.id from state_entry e where ${range} ${condition}
        ${byTag === undefined ? database`order by e.modified_on` : database``} limit ${mostCandidates + 1}`;
      if (rows.length > mostCandidates) return undefined;
      const ids = rows.map((row) => row.id);
      return among(ids);
    },

    among,

    /** Those of the next `limit` entries whose values meet conditions too. The next ones are those that a plan leads to. */
    async look(limit: number, search: Search) {
      const { conditions, seesHidden, plan } = search;
      const met = meetsConditions(database, conditions, { store, seesHidden });
      const rows = await readWithin(
        database,
        statementMs,
        (transaction) => transaction<StepRow[]>`
          with scanned as materialized (${nextOf(limit, search)}),
          kept as materialized (select * from scanned where may_match)
          select s.id, s.modified_on, s.n, true as is_match from kept s
          cross join lateral (select * from state_entry e where ${isOfStore} and e.id = s.id offset 0) e
          where ${others} ${indexedConditions(database, filter)} ${met}
          union all (select id, modified_on, n, false from scanned order by n desc limit 1)
          order by is_match desc, n`,
        { goesByIndexes: plan !== undefined },
      );
      if (rows === undefined) return undefined;
      const positionOf = ({ id, modified_on }: StepRow) => ({ id, modifiedOn: modified_on });
      const last = rows.find((row) => !row.is_match);
      const found = rows.filter((row) => row.is_match).map(positionOf);
      return { count: last?.n ?? 0, last: last && positionOf(last), found };
    },
  };
}

/** The condition that the index on times serves. */
function modifiedRange(database: Database, { modifiedAfter, modifiedBefore }: StateListFilter): Fragment {
  return database`and e.version > 0 ${modifiedAfter === undefined ? database`` : database`and e.modified_on >= ${modifiedAfter}`}
    ${modifiedBefore === undefined ? database`` : database`and e.modified_on < ${modifiedBefore}`}`;
}
