import type { JsonValue, ProblemDetail, StateWriter } from '#contract';
import { checkValues } from '#schema';
import type { KnownStore } from '../stores/stores.ts';
import type { Refusal } from './prepared.ts';

/**
 * A value that is to be written to a store, with its JSON text and its own sensitive pointers. `unknown` are the pointers
 * of its redaction markers: the check must not tell what they stand for.
 */
export type CandidateValue = {
  store: KnownStore;
  value: JsonValue;
  text: string;
  sensitive: readonly string[];
  unknown?: readonly string[];
};

/**
 * Returns the refusals of values that the schemas of their stores do not allow, each at the index of its value. Writers
 * take turns in slow checks.
 */
export async function schemaRefusals(
  values: readonly (CandidateValue | undefined)[],
  writer: StateWriter | undefined,
): Promise<(Refusal | undefined)[]> {
  const refusals: (Refusal | undefined)[] = values.map(() => undefined);
  const checked = values.flatMap((one, at) => (one?.store.schema === undefined ? [] : { ...one, at }));
  for (const [store, ofStore] of Map.groupBy(checked, ({ store }) => store)) {
    if (store.schema === undefined) continue;
    const always = store.policy.sensitive ?? [];
    const candidates = ofStore.map((one) => ({ ...one, sensitive: [...one.sensitive, ...always] }));
    const problems = await checkValues(store.schema, candidates, turnOf(writer));
    for (const [index, { at }] of candidates.entries()) refusals[at] = refusalOf(problems[index] ?? []);
  }
  return refusals;
}

function refusalOf(problems: readonly ProblemDetail[]): Refusal | undefined {
  const [first] = problems;
  if (first === undefined) return undefined;
  return {
    code: 'StateSchemaViolation',
    message: `the value does not meet the schema of its store: ${first.pointer === '' ? 'it' : first.pointer} ${first.message}`,
    details: problems.map(({ pointer, message }) => ({ pointer: `/value${pointer}`, message })),
  };
}

function turnOf(writer: StateWriter | undefined): string {
  return writer === undefined ? 'many' : `${writer.kind} ${writer.id}`;
}
