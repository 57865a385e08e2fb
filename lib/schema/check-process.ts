import type { Validator } from '@cfworker/json-schema';
import { performJobs } from '#confined';
import { type ProblemDetail, parseJson } from '#contract';
import { compile } from './json-schema.ts';
import { type CheckOptions, problemsIn } from './problems-in.ts';
import { findUnusable } from './unusable.ts';

/** What is asked about a schema: what it has against values, in their order, or whether it can be used itself. */
export type CheckingJob = { schema: string } & ({ values: (CheckOptions & { text: string })[] } | { values?: never });

/** Schemas that stay compiled. Their texts are at most some hundred KiB each. */
const maximumCompiled = 50;
const compiled = new Map<string, Validator>();

function validatorOf(schema: string): Validator {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  if (compiled.size >= maximumCompiled) compiled.clear();
  const validator = compile(schema);
  compiled.set(schema, validator);
  return validator;
}

performJobs(function* ({ schema, values }: CheckingJob): Generator<ProblemDetail[]> {
  if (values === undefined) yield findUnusable(schema);
  else for (const { text, ...options } of values) yield problemsIn(() => validatorOf(schema), parseJson(text), options);
});
