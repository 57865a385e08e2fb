import type { z } from 'zod';
import { ProblemError } from '../problem/problem.ts';

/** Reads a list's filters from an address by the operation's own schema. Throws `ProblemError` where they make no sense. */
export function readListOptions<Schema extends z.ZodType>(schema: Schema, params: URLSearchParams): z.output<Schema> {
  const given = schema.safeParse(Object.fromEntries(params));
  if (given.success) return given.data;
  const errors = given.error.issues.map(({ path, message }) => ({ pointer: `query/${path.join('/')}`, message }));
  throw new ProblemError({ code: 'InvalidRequest', detail: 'A filter cannot be applied.', errors });
}
