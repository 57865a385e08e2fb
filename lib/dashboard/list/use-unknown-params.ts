'use client';
import { useSearchParams } from 'next/navigation';
import { parseAsString, useQueryStates } from 'nuqs';
import type { FilterTable } from '@/components/filter/apply-filter.ts';
import { type KnownParams, type UnknownParam, unknownParams } from '@/components/filter/unknown-params.ts';
import { columnsParam } from '@/components/table/table-layout.ts';
import { useShownTables } from './shown-tables.ts';

/** Names of parameters with the columns of a table: `columns`, `queueColumns`, `own-columns`. */
const ofColumns = /columns$/i;

/**
 * The parameters of the address that the page does not apply, and the way to remove what is not applied of one. `known` are
 * those that the page has. Those of columns need not be among them: the shown tables say which columns there are.
 */
export function useUnknownParams(
  known: KnownParams,
  table?: FilterTable,
): { params: readonly UnknownParam[]; remove: (param: UnknownParam) => void } {
  const search = new URLSearchParams(useSearchParams() ?? undefined);
  const tables = useShownTables();
  const columns = [...search.keys()].filter((name) => ofColumns.test(name));
  const ofTables = columns.map((name) => [name, columnsParamOf(tables.get(name))]);
  const params = unknownParams(search, { ...known, ...Object.fromEntries(ofTables) }, table);
  const [, setParams] = useQueryStates(Object.fromEntries(params.map(({ name }) => [name, parseAsString])));
  return { params, remove: ({ name, applied }) => void setParams({ [name]: applied || null }) };
}

/** A table that is not shown, such as that of another tab, can have any columns. */
function columnsParamOf(columns: readonly { id: string }[] | undefined): KnownParams[string] {
  return columns === undefined ? parseAsString : columnsParam(columns);
}
