import type { Unfinished } from '#confined';
import { type JsonValue, type ProblemDetail, schemaProblem } from '#contract';
import { checking } from './checking.ts';
import type { JsonSchema } from './json-schema.ts';
import { type CheckOptions, problemsIn, uncheckable } from './problems-in.ts';

/** A value to check, with its JSON text. */
export type Candidate = CheckOptions & { value: JsonValue; text: string };

/** A part of a schema meets a part of a value in about a microsecond: on the main thread this takes few milliseconds. */
const maximumMeetings = 5_000;
/** A text of a schema is compared with a text of a value in about a nanosecond for each character. */
const maximumComparisons = 2_000_000;

/**
 * Checks values of one request against a schema, and returns the problems of each. Checks whose time is not bounded by
 * small sizes run in another process, where callers take turns, and those of one call share a budget: a value that it did
 * not suffice for has the problem that it cannot be checked.
 */
export async function checkValues(
  schema: JsonSchema,
  candidates: readonly Candidate[],
  caller: string,
): Promise<ProblemDetail[][]> {
  if (isQuick(schema, candidates)) {
    return candidates.map((candidate) => problemsIn(schema.validator, candidate.value, candidate));
  }
  const values = candidates.map(({ text, sensitive, hasSecrets, unknown }) => ({
    text,
    sensitive,
    hasSecrets,
    unknown,
  }));
  const { results, unfinished } = await checking.run(caller, { schema: schema.text, values });
  return candidates.map((_, at) => results[at] ?? [schemaProblem(uncheckable(reasons[unfinished ?? 'time']))]);
}

const reasons: Readonly<Record<Unfinished, string>> = {
  time: 'the schema takes longer than 1000 ms for the values of this request',
  memory: 'the schema takes more than 256 MiB of memory for the values of this request',
};

function isQuick({ weight, text }: JsonSchema, candidates: readonly Candidate[]): boolean {
  let meetings = 0;
  let comparisons = 0;
  for (const candidate of candidates) {
    comparisons += text.length * candidate.text.length;
    if (comparisons > maximumComparisons) return false;
    meetings += weight * partsOf(candidate.value);
    if (meetings > maximumMeetings) return false;
  }
  return true;
}

/** How many values a value holds, itself included. */
function partsOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  let parts = 1;
  for (const part of Object.values(value)) parts += partsOf(part);
  return parts;
}
