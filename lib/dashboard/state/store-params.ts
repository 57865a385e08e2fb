import { createParser, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { stateOrders } from '#contract';
import { filterParam } from '../list/filter-param.ts';

export const entryTabs = ['value', 'versions', 'access', 'blob'] as const;
export type EntryTab = (typeof entryTabs)[number];

/** What segments of ids can be separated by. */
export const delimiters = ['/', ':', '.', '-', '|'] as const;

/** One that a list takes (of the contract's length), for a link may hold any text; an empty one would be everywhere. */
const delimiterParam = createParser<string>({
  parse: (text) => (text.length >= 1 && text.length <= 8 && !text.includes('\0') ? text : null),
  serialize: (delimiter) => delimiter,
}).withDefault('/');

/** What the address of a store's page says. */
export const storeParams = {
  filter: filterParam,
  sort: parseAsStringLiteral(stateOrders).withDefault('id asc'),
  delimiter: delimiterParam,
  /** Id of the entry that is open. */
  entry: parseAsString,
  /** Without it, the tab that has something to show. */
  tab: parseAsStringLiteral(entryTabs),
  /** The versions compared: `3..5`, the older first; 0 is what was there before the first one. */
  compare: parseAsString,
};
