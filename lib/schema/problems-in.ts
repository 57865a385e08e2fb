import type { Validator } from '@cfworker/json-schema';
import {
  isCause,
  type JsonValue,
  maximumSchemaProblems,
  type ProblemDetail,
  plainValue,
  type SchemaFinding,
  type StandIn,
  schemaProblem,
  secretReference,
} from '#contract';
import { withoutUnknown } from './unknown-parts.ts';

export type CheckOptions = {
  /** Pointers into the value. What is said of a part at or below one does not quote it. */
  sensitive: readonly string[];
  /** Whether `{"$secret": "NAME"}` stands for a value that is not known: no finding tells of it. */
  hasSecrets?: boolean | undefined;
  /** Pointers to parts whose value is not known, such as redaction markers: nothing that depends on one is a finding. */
  unknown?: readonly string[] | undefined;
};

/** Returns what a schema has against a value. Pointers are into the value. */
export function problemsIn(
  validator: () => Validator,
  value: JsonValue,
  { sensitive, hasSecrets, unknown = [] }: CheckOptions,
): ProblemDetail[] {
  const secretPointers: string[] = [];
  const hideSecret: StandIn = (part, pointer) => {
    if (secretReference(part) === undefined) return undefined;
    secretPointers.push(pointer);
    return '';
  };
  const plain = plainValue(value, hasSecrets ? hideSecret : undefined);
  const findings = withoutUnknown(findingsOf(validator, plain), unknown);
  const isOfSecret = ({ pointer }: ProblemDetail) =>
    secretPointers.some((secret) => pointer === secret || pointer.startsWith(`${secret}/`));
  const causes = findings
    .filter(isCause)
    .map((finding) => schemaProblem(finding, sensitive))
    .filter((problem) => !isOfSecret(problem));
  const isUntold = causes.length === 0 && secretPointers.length === 0 && unknown.length === 0;
  const problems = isUntold ? findings.map((finding) => schemaProblem(finding, sensitive)) : causes;
  return problems.slice(0, maximumSchemaProblems);
}

/** A schema may turn out to be none only when a value meets a part of it: no value meets that. */
function findingsOf(validator: () => Validator, plain: unknown): SchemaFinding[] {
  try {
    return validator().validate(plain).errors;
  } catch (error) {
    if (error instanceof RangeError)
      return [uncheckable('the schema takes more than the stack of a check for this value')];
    return [uncheckable(`the schema is broken: ${error instanceof Error ? error.message : String(error)}`)];
  }
}

/** The finding on a value that could not be checked. */
export function uncheckable(reason: string): SchemaFinding {
  return { keyword: '$schema', instanceLocation: '#', error: `cannot be checked, ${reason}` };
}
