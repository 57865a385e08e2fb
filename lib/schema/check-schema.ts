import { type JsonObject, type ProblemDetail, stringifyJson } from '#contract';
import { checking } from './checking.ts';

/** Schemas wait for each other, and the values of all callers do not wait for them. */
const ofSchemas = 'schemas';

/** Returns why values cannot be checked against a schema, nothing when they can. Pointers are into the schema. */
export async function checkSchema(schema: JsonObject): Promise<ProblemDetail[]> {
  const { results } = await checking.run(ofSchemas, { schema: stringifyJson(schema) });
  return results[0] ?? [{ pointer: '', message: 'cannot be used: it takes longer than 1000 ms or 256 MiB to read' }];
}
