import type { z } from 'zod';
import type { FilterQuery } from '@/components/filter/apply-filter.ts';
import { ProblemError } from '../problem/problem.ts';

/**
 * Reads a list's options from the parameters of an address by the operation's own schema; `except` names a parameter
 * that is not one of them. Throws `ProblemError` when the schema refuses them.
 */
export function readListOptions<Schema extends z.ZodType>(
  schema: Schema,
  params: URLSearchParams,
  except?: string,
): z.output<Schema> {
  return parseListQuery(schema, queryOf(params, except));
}

/** Parses a list's query by the operation's own schema. Throws `ProblemError` when the schema refuses it. */
export function parseListQuery<Schema extends z.ZodType>(schema: Schema, query: FilterQuery): z.output<Schema> {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({ pointer: `query/${path.join('/')}`, message }));
  throw new ProblemError({ code: 'InvalidRequest', detail: 'The list cannot be read with this filter.', errors });
}

/** The parameters of an address as a query. A name that occurs several times has a list. */
export function queryOf(params: URLSearchParams, except?: string): FilterQuery {
  const names = [...new Set(params.keys())].filter((name) => name !== except);
  return Object.fromEntries(
    names.map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}
