import { type ListedValue, longestListedValue, parseJson, partsOfValuePointer } from '#contract';
import type { Database, Fragment, Transaction } from '#database';

type Source = Record<'input' | 'output', Fragment>;

/** The values at these paths as JSON: for each, the JSON text of the value or null, and whether it was cut. */
export function selectListedValues(
  database: Database | Transaction,
  pointers: readonly string[],
  source: Source,
): Fragment {
  const [first, ...others] = pointers.map((pointer) => {
    const { root, path } = partsOfValuePointer(pointer);
    return database`(select json_build_array(l.part, l.is_truncated)
      from listed_value(${source[root]}, ${path}::text[], ${longestListedValue}) l)`;
  });
  if (first === undefined) return database`null`;
  return database`json_build_array(${others.reduce((list, one) => database`${list}, ${one}`, first)})::text`;
}

/** The values as `selectListedValues` reads them, by their paths. A path without a value has no member. */
export function readListedValues(pointers: readonly string[], text: string): Record<string, ListedValue> {
  const read = JSON.parse(text) as [part: string | null, isTruncated: boolean][];
  return Object.fromEntries(
    pointers.flatMap((pointer, place) => {
      const [part, isTruncated] = read[place] ?? [null, false];
      if (part === null && !isTruncated) return [];
      const value = part === null ? {} : { value: parseJson(part) };
      return [[pointer, { ...value, ...(isTruncated && { isTruncated }) }] as const];
    }),
  );
}
