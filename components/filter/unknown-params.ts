import { presentTime } from '@/components/ui/present.ts';
import { applyFilter, type FilterTable } from './apply-filter.ts';
import type { Clause } from './clause.ts';

type KnownParam = {
  /** Returns `null` for a value that it cannot read. */
  parse: (text: string) => unknown;
  /** Why it cannot read a value. */
  problem?: (text: string) => string;
  /** The part of a value that it cannot read, and the rest, which it applies. */
  split?: (text: string) => { unknown: string; rest: string };
};

/** What a page understands of its address: how each parameter is read, by name. */
export type KnownParams = Readonly<Record<string, KnownParam>>;

/** A parameter of an address that its page does not apply. */
export type UnknownParam = {
  name: string;
  /** What is not applied of its values. */
  values: readonly string[];
  /** What is applied, and stays in the address when the rest is removed. */
  applied?: string;
  /** The condition that it probably means, if the list has one. */
  clause: Clause | undefined;
  /** Why it cannot be a condition; absent where it can. */
  problem?: string;
};

const searchNames = ['q', 'query', 'search', 'text'];

/**
 * Returns the parameters of an address that are not among the known ones, each with the condition that it probably means,
 * and known ones with a value that cannot be read. A page without `table` has no filter.
 */
export function unknownParams(search: URLSearchParams, known: KnownParams, table?: FilterTable): UnknownParam[] {
  const names = [...new Set(search.keys())].filter((name) => name !== '' && !isApplied(name, search, known));
  return names.map((name) => {
    const values = search.getAll(name);
    if (Object.hasOwn(known, name)) {
      const [value = ''] = values;
      const problem = known[name]?.problem?.(value) ?? `${name} cannot be “${value}”`;
      const parts = known[name]?.split?.(value);
      if (parts === undefined) return { name, values, clause: undefined, problem };
      return { name, values: [parts.unknown], applied: parts.rest, clause: undefined, problem };
    }
    if (table === undefined) return { name, values, clause: undefined, problem: `this page has no ${name}` };
    const [first, ...others] = candidatesOf(name, values);
    const clause = [first, ...others].find((candidate) => problemOf(table, candidate) === undefined);
    if (clause !== undefined) return { name, values, clause };
    const isKey = table.definitions.some(({ key }) => key === name.toLowerCase());
    return { name, values, clause, problem: (isKey && problemOf(table, first)) || `no filter is called ${name}` };
  });
}

function isApplied(name: string, search: URLSearchParams, known: KnownParams): boolean {
  const value = search.get(name);
  if (!Object.hasOwn(known, name)) return false;
  return value === null || value === '' || known[name]?.parse(value) !== null;
}

function candidatesOf(name: string, values: readonly string[]): [Clause, ...Clause[]] {
  const key = name.toLowerCase();
  const alternatives = values.flatMap((value) => value.split(',')).filter((value) => value !== '');
  const text = values.join(' ').trim();
  const field = (of: string): Clause => ({ kind: 'field', key: of, values: alternatives });
  const isSearch = searchNames.includes(key) && text !== '';
  return [field(key), field(key.replace(/s$/, '')), ...(isSearch ? [{ kind: 'text' as const, text }] : [])];
}

function problemOf(table: FilterTable, clause: Clause): string | undefined {
  return applyFilter(table, [clause], new Date(presentTime())).problems[0]?.message;
}
