import { type JsonObject, type ProblemDetail, stringifyJson } from '#contract';
import { checkingThreads } from './threads.ts';

/** Returns why values cannot be checked against a schema, nothing when they can. Pointers are into the schema. */
export async function checkSchema(schema: JsonObject): Promise<ProblemDetail[]> {
  const { results } = await checkingThreads.run(stringifyJson(schema), { kind: 'schema' });
  return results[0] ?? [{ pointer: '', message: 'cannot be used: it takes longer than 1000 ms or 256 MiB to read' }];
}
