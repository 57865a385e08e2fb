import type { StateOrder } from '#contract';
import { applyFilter, type FilterQuery } from '@/components/filter/apply-filter.ts';
import { type Clause, printFilter } from '@/components/filter/clause.ts';
import { stateFilters } from '@/components/state/state-filters.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { presentTime } from '@/components/ui/present.ts';

/** What decides which entries are listed. */
export type EntryListState = { storeName: string; filter: readonly Clause[]; sort: StateOrder };

/** Where a list is kept: any change of filter or order is another list, which begins at its first page. */
export function entryListKey({ storeName, filter, sort }: EntryListState) {
  return ['state', storeName, 'entries', printFilter(filter), sort] as const;
}

/** The service's query of a list; relative times count from `now`, and stay so for all of its pages. */
export function entryListQuery({ filter, sort }: Omit<EntryListState, 'storeName'>, now: Date): FilterQuery {
  return { ...applyFilter(stateFilters, filter, now).query, orderBy: sort };
}

/** The conditions on values of a list. */
export function conditionsOf({ filter }: EntryListState): readonly string[] {
  const { value = [] } = applyFilter(stateFilters, filter, new Date(presentTime())).query;
  return typeof value === 'string' ? [value] : value;
}

/** The address of a list's page. */
export function entryListUrl(state: EntryListState, asOf: string, token: string): string {
  return stateApi('entries', {
    store: state.storeName,
    ...entryListQuery(state, new Date(asOf)),
    ...(token === '' ? {} : { continuationToken: token }),
  });
}

/** The prefix of the tree that a filter stands at. */
export function prefixOf(filter: readonly Clause[]): string | undefined {
  const clause = filter.find((one) => one.kind === 'field' && one.key === 'prefix');
  return clause?.kind === 'field' ? clause.values[0] : undefined;
}

/** A filter that stands at another prefix, all else as it was. */
export function atPrefix(filter: readonly Clause[], prefix: string | undefined): Clause[] {
  const others = filter.filter((one) => one.kind !== 'field' || one.key !== 'prefix');
  if (prefix === undefined || prefix === '') return others;
  return [{ kind: 'field', key: 'prefix', values: [prefix] }, ...others];
}
