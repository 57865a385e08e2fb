import { z } from 'zod';
import { limits, type StateListFilter, timestampInput, type ValueCondition } from '#contract';
import { type Database, type Fragment, judgedInTime, longestJudgement, readWithin } from '#database';
import { type IndexPlan, mostCandidates } from '../../indexes/plan-by-index.ts';
import type { StoreAddress } from '../../records.ts';
import { type EntryRow, entryColumns } from '../../rows/entry-row.ts';
import { hasTag, indexedConditions, otherConditions } from './conditions.ts';
import { nextByIndex } from './next-by-index.ts';
import { successor } from './prefix-range.ts';
import { meetsConditions } from './value-conditions.ts';

/** The maximum number of entries that one page scans in order to find matches. */
const walkedEntries = 5_000;

/** Where an entry stands in a list. */
export type Position = z.output<typeof position>;
export const position = z.object({ id: z.string(), modifiedOn: timestampInput });

/** A search by value, and how it goes by indexes. */
type Search = { conditions: readonly ValueCondition[]; seesHidden: boolean; plan: IndexPlan | undefined };
/** One of the entries that a step looks at, with its place among them. */
type StepRow = { id: string; modified_on: string; n: number; is_cut: boolean; is_match: boolean };
export type PageRow = EntryRow & { total: number; store_sensitive: string[] | null };

/** The ways to scan a store's entries by one filter and order, from a position on. */
export class Listing {
  readonly #database: Database;
  readonly #filter: StateListFilter;
  readonly #isById: boolean;
  readonly #store: Fragment;
  readonly #isOfStore: Fragment;
  readonly #direction: Fragment;
  readonly #order: Fragment;
  /** The conditions on ids of the prefix and of the position. */
  readonly #idRange: (id: Fragment) => Fragment;
  /** The conditions that an index of the entries serves. */
  readonly #range: Fragment;
  readonly #others: Fragment;

  constructor(
    database: Database,
    { namespace, storeName }: StoreAddress,
    filter: StateListFilter,
    after: Position | undefined,
  ) {
    const isDescending = filter.orderBy.endsWith('desc');
    const than = isDescending ? database`<` : database`>`;
    const high = filter.prefix === undefined ? undefined : successor(filter.prefix);
    this.#database = database;
    this.#filter = filter;
    this.#isById = filter.orderBy.startsWith('id');
    this.#store = database`state_store s where s.namespace = ${namespace} and s.name = ${storeName}`;
    this.#isOfStore = database`e.store_key = (select s.key from ${this.#store})`;
    this.#direction = isDescending ? database`desc` : database`asc`;
    this.#order = this.#isById
      ? database`e.id ${this.#direction}`
      : database`e.modified_on ${this.#direction}, e.id ${this.#direction}`;
    this.#idRange = (id) => database`
      ${filter.prefix === undefined ? database`` : database`and ${id} >= ${filter.prefix}`}
      ${high === undefined ? database`` : database`and ${id} < ${high}`}
      ${after === undefined || !this.#isById ? database`` : database`and ${id} ${than} ${after.id}`}`;
    const isAfter =
      after === undefined || this.#isById
        ? database``
        : database`and (e.modified_on, e.id) ${than} (${after.modifiedOn}::timestamptz, ${after.id})`;
    this.#range = database`${this.#isOfStore} ${this.#idRange(database`e.id`)} ${isAfter}
      ${this.#isById ? database`` : this.#modifiedRange()} ${indexedConditions(database, filter)}`;
    this.#others = otherConditions(database, filter);
  }

  /**
   * The matches among the next entries in order. `end`: where those entries end, when they are not all and do not fill a page.
   * One statement finds both: between two, entries could be deleted, and those in their place would be in no page.
   */
  async walk(): Promise<{ rows: PageRow[]; end: Position | undefined }> {
    const database = this.#database;
    // With the limit as a parameter, the generic plan looks expensive and each call is planned again.
    const found = await database<(PageRow & { walk_end: [id: string, modifiedOn: string] | null })[]>`
      select page.*, case when coalesce(page.total, 0) <= ${this.#filter.maxPageSize} then (
        select array[e.id, to_char(e.modified_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')]
        from state_entry e where ${this.#range} order by ${this.#order}
        ${database.unsafe(`limit 1 offset ${walkedEntries - 1}`)}) end as walk_end
      from (select) one left join (${this.#pageOf(this.#next(database.unsafe(`limit ${walkedEntries}`)))}) page on true`;
    const [id, modifiedOn] = found[0]?.walk_end ?? [];
    return {
      rows: found.filter((row) => row.id !== null), // without a match, one row tells the end
      end: id === undefined || modifiedOn === undefined ? undefined : { id, modifiedOn },
    };
  }

  /** The sorted matches from a condition's index, or `undefined` when there is no index or there are too many matches. */
  async candidates(): Promise<PageRow[] | undefined> {
    const database = this.#database;
    const { tag, modifiedAfter, modifiedBefore } = this.#filter;
    const byTag = tag === undefined ? undefined : database`and ${hasTag(database, tag)}`;
    const isByTime = this.#isById && (modifiedAfter !== undefined || modifiedBefore !== undefined);
    const condition = byTag ?? (isByTime ? this.#modifiedRange() : undefined);
    if (condition === undefined) return undefined;
    const rows = await database<{ id: string }[]>`
      select e.id from state_entry e where ${this.#range} ${condition}
      ${byTag === undefined ? database`order by e.modified_on` : database``} limit ${mostCandidates + 1}`;
    return rows.length > mostCandidates ? undefined : this.among(rows.map(({ id }) => id));
  }

  /** Those of these entries that match, apart from conditions on values. */
  among(ids: readonly string[]): Promise<PageRow[]> {
    const database = this.#database;
    const entries = database`select * from state_entry e where ${this.#isOfStore} and e.id = any(${[...ids]}::text[])`;
    return database<PageRow[]>`${this.#pageOf(entries)}`;
  }

  /**
   * Those of the next `limit` entries whose values meet conditions too, as far as there is time: values can be large. The
   * next ones are those that a plan leads to. `undefined` where one value takes PostgreSQL too long.
   */
  async look(limit: number, budgetMs: number, { conditions, seesHidden, plan }: Search) {
    const database = this.#database;
    const met = meetsConditions(database, conditions, { store: this.#store, seesHidden });
    const condition = database`(${this.#others} ${indexedConditions(database, this.#filter)} ${met})`;
    const rows = await readWithin(
      database,
      budgetMs + longestJudgement,
      (transaction) => transaction<StepRow[]>`
        with scanned as materialized (${this.#nextNumbered(limit, plan, seesHidden)}),
        kept as materialized (select * from scanned where may_match),
        judged as materialized (
          select s.*, ${judgedInTime(database, database`s.n`, condition, budgetMs)} as met from kept s
          cross join lateral (select * from state_entry e where ${this.#isOfStore} and e.id = s.id offset 0) e),
        reached as materialized (
          select * from scanned where n < coalesce((select min(n) from judged where met is null), 'infinity'::float8))
        select id, modified_on, n, false as is_cut, true as is_match from judged where met and n <= (select max(n) from reached)
        union all (
          select id, modified_on, n, n < (select max(n) from scanned), false from reached order by n desc limit 1)
        order by is_match desc, n`,
      { goesByIndexes: plan !== undefined },
    );
    if (rows === undefined) return undefined;
    const positionOf = ({ id, modified_on }: StepRow) => ({ id, modifiedOn: modified_on });
    const last = rows.find((row) => !row.is_match);
    const found = rows.filter((row) => row.is_match).map(positionOf);
    const isEnd = last === undefined || (last.n < limit && !last.is_cut);
    return { count: last?.n ?? 0, last: last && positionOf(last), found, isEnd };
  }

  #next(limit: Fragment): Fragment {
    return this.#database`select * from state_entry e where ${this.#range} order by ${this.#order} ${limit}`;
  }

  /** The next entries that a search looks at, and whether each may match. */
  #nextNumbered(limit: number, plan: IndexPlan | undefined, seesHidden: boolean): Fragment {
    const database = this.#database;
    const limited = database`limit ${limit}`;
    const { entries, mayMatch } =
      plan === undefined
        ? { entries: this.#next(limited), mayMatch: database`true` }
        : nextByIndex(database, plan, {
            seesHidden,
            isById: this.#isById,
            nextById: database`${this.#idRange(database`i.id`)} order by i.id ${this.#direction} ${limited}`,
            nextOf: (candidates) => database`
              select e.id, e.modified_on from (${candidates}) c
              cross join lateral (select * from state_entry e where ${this.#isOfStore} and e.id = c.id offset 0) e
              where ${this.#range} order by ${this.#order} ${limited}`,
          });
    return database`
      select e.id, e.modified_on, row_number() over () as n, ${mayMatch} as may_match from (${entries}) e`;
  }

  /** A page of `source` whose values are bounded in size, with the number of rows before that bound. */
  #pageOf(source: Fragment): Fragment {
    const database = this.#database;
    const { includeValue, maxPageSize } = this.#filter;
    const roughLimit = database.unsafe(`limit ${2 ** Math.ceil(Math.log2(maxPageSize + 1))}`); // as in `walk`
    return database`
      select bounded.*, (select s.sensitive from ${this.#store}) as store_sensitive from (
        select p.*, sum(p.value_bytes) over (rows unbounded preceding) as bytes, count(*) over () as total
        from (
          select ${entryColumns(database)}, ${includeValue ? database`e.value` : database`null as value`}
          from (select * from (${source}) e where ${this.#others} order by ${this.#order} ${roughLimit}) e
          order by ${this.#order} limit ${maxPageSize + 1}
        ) p
      ) bounded ${includeValue ? database`where bytes <= ${limits.statePageBytes}` : database``}`;
  }

  /** The condition that the index on times serves. */
  #modifiedRange(): Fragment {
    const database = this.#database;
    const { modifiedAfter, modifiedBefore } = this.#filter;
    return database`and e.version > 0
      ${modifiedAfter === undefined ? database`` : database`and e.modified_on >= ${modifiedAfter}`}
      ${modifiedBefore === undefined ? database`` : database`and e.modified_on < ${modifiedBefore}`}`;
  }
}
