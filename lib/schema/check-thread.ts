import { isMainThread, parentPort } from 'node:worker_threads';
import type { Validator } from '@cfworker/json-schema';
import { parseJson } from '#contract';
import { compile } from './json-schema.ts';
import { problemsIn } from './problems-in.ts';
import type { Job, ThreadAnswer } from './threads.ts';
import { findUnusable } from './unusable.ts';

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

function perform(schema: string, job: Job): void {
  answer({ kind: 'started' });
  if (job.kind === 'schema') {
    answer({ kind: 'result', at: 0, problems: findUnusable(schema) });
  } else {
    const validator = () => validatorOf(schema);
    for (const [at, { text, ...options }] of job.values.entries())
      answer({ kind: 'result', at, problems: problemsIn(validator, parseJson(text), options) });
  }
  answer({ kind: 'done' });
}

function answer(message: ThreadAnswer): void {
  parentPort?.postMessage(message);
}

if (!isMainThread) parentPort?.on('message', ({ schema, job }: { schema: string; job: Job }) => perform(schema, job));
