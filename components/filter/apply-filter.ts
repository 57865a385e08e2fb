import type { Clause } from './clause.ts';
import type { FilterDefinition } from './definition.ts';

/** Parameters of the service's list query: a list where a filter takes several values. */
export type FilterQuery = Record<string, string | string[]>;

/** A clause, by its index, that is not applied and why. */
export type FilterProblem = { index: number; message: string };

export type FilterTable = {
  definitions: readonly FilterDefinition[];
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
  clauses.forEach((clause, index) => {
    const message = clause.kind === 'text' ? addText(query, table, clause.text) : addField(query, table, clause, now);
    if (message !== undefined) problems.push({ index, message });
  });
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
  { definitions }: FilterTable,
  { key, values }: Extract<Clause, { kind: 'field' }>,
  now: Date,
): string | undefined {
  const definition = definitions.find((one) => one.key === key);
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

function unknownKey(definitions: readonly FilterDefinition[], key: string): string {
  if (key.startsWith('-') && definitions.some((one) => one.key === key.slice(1))) return 'filters cannot be negated';
  return `no filter is called ${key}; put the text in quotes to search for it`;
}

/** The query as URL parameters. */
export function filterSearchParams(query: FilterQuery): URLSearchParams {
  const params = new URLSearchParams();
  for (const [field, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) params.append(field, one);
  return params;
}
