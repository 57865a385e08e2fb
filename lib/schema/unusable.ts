import { dereference, validate } from '@cfworker/json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { maximumSchemaProblems, type ProblemDetail } from '#contract';
import { trustSchema } from './json-schema.ts';

/**
 * Returns why a text is no JSON Schema 2020-12 that values can be checked against; nothing when it is one. Patterns and
 * references are read only where a value meets their part: so that they fail here, each part is tried on each kind of
 * value. Pointers are into the schema.
 */
export function findUnusable(text: string): ProblemDetail[] {
  const schema: unknown = JSON.parse(text);
  if (!metaSchema(schema))
    return (metaSchema.errors ?? []).slice(0, maximumSchemaProblems).map(({ instancePath, message }) => ({
      pointer: instancePath,
      message: `is no JSON Schema 2020-12: ${message ?? 'is not allowed'}`,
    }));
  try {
    const parts = dereference(trustSchema(schema));
    for (const part of Object.values(parts)) for (const kind of kinds) validate(kind, part, '2020-12', parts, false);
    return [];
  } catch (error) {
    return [{ pointer: '', message: `cannot be used: ${error instanceof Error ? error.message : String(error)}` }];
  }
}

const kinds = [null, true, 0, '', [0], {}];
const metaSchema = new Ajv2020().getSchema('https://json-schema.org/draft/2020-12/schema') ?? neverThere();

function neverThere(): never {
  throw new Error('the validator brings no meta-schema');
}
