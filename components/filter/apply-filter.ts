import { problemOfCondition } from '#contract';
import type { Clause } from './clause.ts';
import type { FilterDefinition } from './definition.ts';
import { conditionsOf, type PathFilter, pathInKey } from './path-filter.ts';

/** Parameters of the service's list query: a list where a filter takes several values. */
export type FilterQuery = Record<string, string | string[]>;

/** A clause, by its index, that is not applied and why. */
export type FilterProblem = { index: number; message: string };

export type FilterTable = {
  definitions: readonly FilterDefinition[];
  /** What parts of values can be filtered by. */
  paths?: PathFilter;
  /** The parameter that text is searched with, its longest value, and what it must be where not every text can be asked for. */
  search: { field: string; maximumLength: number; only?: { pattern: RegExp; otherwise: string } };
};

/** What the service is asked for, and everything that could not be asked. Nothing is dropped without a problem. */
export function applyFilter(
  table: FilterTable,
  clauses: readonly Clause[],
  now: Date,
): { query: FilterQuery; problems: FilterProblem[] } {
  const query: FilterQuery = {};
  const problems: FilterProblem[] = [];
  const isNegated = (clause: Clause) => clause.kind === 'field' && clause.key.startsWith('-');
  // What is not wanted is taken away from what is wanted, wherever it stands.
  const inOrder = [...clauses.entries()].sort(
    ([, one], [, other]) => Number(isNegated(one)) - Number(isNegated(other)),
  );
  for (const [index, clause] of inOrder) {
    const message = clause.kind === 'text' ? addText(query, table, clause.text) : addField(query, table, clause, now);
    if (message !== undefined) problems.push({ index, message });
  }
  problems.sort((one, other) => one.index - other.index);
  return { query, problems };
}

function addText(query: FilterQuery, { search }: FilterTable, text: string): string | undefined {
  if (query[search.field] !== undefined) return 'only one text can be searched for; put the words in quotes';
  if (text.length > search.maximumLength) return `longer than ${search.maximumLength} characters`;
  if (search.only?.pattern.test(text) === false) return search.only.otherwise;
  query[search.field] = text;
}

function addField(
  query: FilterQuery,
  { definitions, paths }: Pick<FilterTable, 'definitions' | 'paths'>,
  { key, values }: Extract<Clause, { kind: 'field' }>,
  now: Date,
): string | undefined {
  const path = pathInKey(paths, key);
  if (paths && path) return addConditions(query, paths, path, values);
  const definition = definitions.find((one) => one.key === key);
  const negated = negatedBy(definitions, key);
  if (negated !== undefined && values.length > 0) return takeAway(query, negated, values, now);
  if (!definition) return unknownKey(definitions, key);
  if (values.length === 0) return `${key}: needs a value, such as ${definition.example}`;
  if (!definition.isMany && values.length > 1) return `${key}: takes one value`;
  const readings = values.map((value) => definition.read(value, now));
  const problem = readings.find((reading) => 'problem' in reading);
  if (problem && 'problem' in problem) return problem.problem;
  const fields = readings.flatMap((reading) => ('fields' in reading ? Object.entries(reading.fields) : []));
  const taken = fields.find(([field]) => !definition.isMany && query[field] !== undefined);
  if (taken) return `${key}: is given twice, but only one can be applied`;
  for (const [field, value] of fields) {
    const present = query[field];
    if (!definition.isMany) query[field] = value;
    else if (!Array.isArray(present)) query[field] = [value];
    else if (!present.includes(value)) present.push(value);
  }
}

/** The definition that a key with `-` before it is the negation of. */
export function negatedBy(definitions: readonly FilterDefinition[], key: string): FilterDefinition | undefined {
  return key.startsWith('-')
    ? definitions.find((one) => one.key === key.slice(1) && one.negate !== undefined)
    : undefined;
}

function takeAway(
  query: FilterQuery,
  definition: FilterDefinition,
  values: readonly string[],
  now: Date,
): string | undefined {
  const left = definition.negate?.(values) ?? [];
  if (!('length' in left)) return left.problem;
  const [first = ''] = left;
  const reading = definition.read(first, now);
  const [field = ''] = 'fields' in reading ? Object.keys(reading.fields) : [];
  const present = query[field];
  if (!Array.isArray(present))
    return addField(query, { definitions: [definition] }, { kind: 'field', key: definition.key, values: left }, now);
  const both = present.filter((value) => left.includes(value));
  if (both.length === 0) return 'nothing is left without these';
  query[field] = both;
}

function addConditions(
  query: FilterQuery,
  { field, example }: PathFilter,
  { pointer, isNegated }: { pointer: string; isNegated: boolean },
  values: readonly string[],
): string | undefined {
  if (values.length === 0) return `needs a value, such as ${example}`;
  const read = conditionsOf(pointer, values, isNegated);
  if ('problem' in read) return read.problem;
  const problem = read.conditions.map(problemOfCondition).find((one) => one !== undefined);
  if (problem !== undefined) return problem;
  query[field] = [...(query[field] ?? []), ...read.conditions];
}

function unknownKey(definitions: readonly FilterDefinition[], key: string): string {
  if (key.startsWith('-') && definitions.some((one) => one.key === key.slice(1)))
    return `${key.slice(1)}: cannot be negated`;
  return `no filter is called ${key}; put the text in quotes to search for it`;
}

/** The query as URL parameters. */
export function filterSearchParams(query: FilterQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const [field, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) params.append(field, one);
  return params;
}
