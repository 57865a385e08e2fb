import { z } from 'zod';
import {
  issueMessage,
  type Operation,
  type ProblemDetail,
  pointerPart,
  TaskdeckError,
  tellingAll,
  toldProblems,
} from '#contract';
import { finderOfFarTooMuch } from './far-too-much.ts';

type RawParams = Readonly<Record<string, string>>;

/** Returns the parser of an operation's path parameters. It throws `InvalidRequest`. */
export function parserOfParams(operation: Operation): (raw: RawParams) => unknown {
  if (operation.params === undefined) return () => ({});
  const schema = z.object(operation.params);
  return (raw) => {
    for (const [name, text] of Object.entries(raw))
      if (text.includes('\u0000')) throw invalid([{ pointer: `path/${name}`, message: 'U+0000 is not allowed' }]);
    return parse(schema, raw, (path) => `path/${path.join('/')}`);
  };
}

/**
 * Returns the parser of an operation's query. It accepts only known parameters, each once unless it is repeatable, and
 * throws `InvalidRequest`.
 */
export function parserOfQuery<Query extends z.ZodType>(
  operation: Operation & { query: Query },
): (search: string) => z.output<Query>;
export function parserOfQuery(operation: Operation): (search: string) => unknown;
export function parserOfQuery(operation: Operation): (search: string) => unknown {
  const { query } = operation;
  const known = query === undefined ? new Map<string, boolean>() : repeatableByName(query);
  return (search) => {
    if (search !== '') refuseBadEncoding(search);
    const given: Record<string, string | string[]> = Object.create(null);
    const problems: ProblemDetail[] = [];
    if (search !== '') {
      const parameters = new URLSearchParams(search);
      for (const name of new Set(parameters.keys())) {
        const values = parameters.getAll(name);
        const isRepeatable = known.get(name);
        const pointer = `query/${name}`;
        if (isRepeatable === undefined) problems.push({ pointer, message: unknownMessage(name, known) });
        else if (isRepeatable) given[name] = values;
        else if (values.length > 1) problems.push({ pointer, message: `"${name}" is given ${values.length} times` });
        else given[name] = values[0] ?? '';
      }
    }
    if (problems.length > 0) throw invalid(problems);
    return query === undefined ? {} : parse(query, { ...given }, (path) => `query/${path.join('/')}`);
  };
}

/** Returns the parser of a JSON body. It throws `InvalidRequest` with JSON Pointers into the body. */
export function parserOfBody<Output>(schema: z.ZodType<Output>): (value: unknown) => Output {
  const farTooMuch = finderOfFarTooMuch(schema);
  return (value) => {
    const problem = farTooMuch(value);
    if (problem !== undefined) throw invalid([problem]);
    return parse(schema, value, (path) => path.map((part) => `/${pointerPart(String(part))}`).join(''));
  };
}

/** The names of a query's parameters, each with whether it may be repeated. */
export function repeatableByName(query: z.ZodType): Map<string, boolean> {
  const schema = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return new Map(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [
      name,
      typeof property === 'object' && property.type === 'array',
    ]),
  );
}

function parse<Output>(schema: z.ZodType<Output>, value: unknown, pointerOf: (path: PropertyKey[]) => string): Output {
  const result = schema.safeParse(value, tellingAll);
  if (result.success) return result.data;
  throw invalid(
    result.error.issues
      .slice(0, 100)
      .map((issue) => ({ pointer: pointerOf(issue.path), message: issueMessage(issue) })),
  );
}

function invalid(details: readonly ProblemDetail[]): TaskdeckError {
  return new TaskdeckError('InvalidRequest', toldProblems(details, 'the body'), { details });
}

function unknownMessage(name: string, known: ReadonlyMap<string, boolean>): string {
  const allowed = known.size === 0 ? 'none is allowed here' : `allowed: ${[...known.keys()].join(', ')}`;
  return `unknown query parameter "${name}"; ${allowed}`;
}

/** Refuses invalid percent-encoding, which `URLSearchParams` would silently replace. */
function refuseBadEncoding(search: string): void {
  if (!search.includes('%')) return;
  if (search.includes('%00')) throw invalid([{ pointer: 'query', message: 'U+0000 is not allowed' }]);
  try {
    decodeURIComponent(search);
  } catch {
    throw invalid([{ pointer: 'query', message: 'the percent-encoding is not valid UTF-8' }]);
  }
}

/** Refuses a path whose percent-encoding is not valid UTF-8. */
export function refuseBadPath(path: string): void {
  if (!path.includes('%')) return;
  try {
    decodeURIComponent(path);
  } catch {
    throw invalid([{ pointer: 'path', message: 'the percent-encoding is not valid UTF-8' }]);
  }
}
