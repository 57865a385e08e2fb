import {
  isCause,
  type JsonValue,
  LosslessNumber,
  limits,
  maximumSchemaProblems,
  type ProblemDetail,
  plainValue,
  pointerPart,
  pointersBelow,
  type StandIn,
  schemaProblem,
  stringifyJson,
  TaskdeckError,
} from '#contract';
import type { Database } from '#database';
import { knownSecretNames, secretReference, secretReferences } from '../secrets/index.ts';
import type { KnownTaskType } from './task-types.ts';

/**
 * Returns the JSON text of a task's input, ready to store, or `null` without an input. Throws `PayloadTooLarge`, and
 * `InvalidRequest` with pointers for what the type's schema refuses and for references to unknown secrets. The error
 * for a value at a sensitive pointer does not quote the value.
 */
export async function checkInput(
  database: Database,
  type: KnownTaskType,
  input: JsonValue | undefined,
  sensitive: readonly string[] = [],
): Promise<string | null> {
  const text = input === undefined ? null : stringifyJson(input);
  if (text !== null) {
    // A UTF-16 unit has at most three bytes in UTF-8, so short texts need no count.
    const bytes = text.length * 3 <= limits.taskInputBytes ? 0 : Buffer.byteLength(text);
    if (bytes > limits.taskInputBytes) throw tooLarge(bytes);
  }
  const hasSecrets = text?.includes('"$secret"') ?? false;
  const details = hasSecrets && input !== undefined ? await unknownSecrets(database, input) : [];
  if (type.validator !== undefined) details.push(...schemaProblems(type, input ?? null, hasSecrets, sensitive));
  if (details.length === 0) return text;
  const first = details[0];
  throw new TaskdeckError(
    'InvalidRequest',
    `the input is not one of "${type.type}": ${first?.pointer} ${first?.message}`,
    {
      details: details.slice(0, maximumSchemaProblems),
    },
  );
}

function tooLarge(bytes: number): TaskdeckError {
  const message = `the input has ${bytes} bytes, the limit (taskInputBytes) is ${limits.taskInputBytes}`;
  return new TaskdeckError('PayloadTooLarge', message, { details: [{ pointer: '/input', message }] });
}

async function unknownSecrets(database: Database, input: JsonValue): Promise<ProblemDetail[]> {
  const names = secretReferences(input);
  const known = await knownSecretNames(database, names);
  return names
    .filter((name) => !known.has(name))
    .map((name) => ({ pointer: `/input${pointerTo(input, name) ?? ''}`, message: `there is no secret "${name}"` }));
}

function schemaProblems(
  type: KnownTaskType,
  input: JsonValue,
  hasSecrets: boolean,
  sensitive: readonly string[],
): ProblemDetail[] {
  const secretPointers: string[] = [];
  const hideSecret: StandIn = (value, pointer) => {
    if (secretReference(value) === undefined) return undefined;
    secretPointers.push(pointer);
    return '';
  };
  const result = type.validator?.validate(plainValue(input, hasSecrets ? hideSecret : undefined));
  if (result === undefined || result.valid) return [];
  const hidden = pointersBelow('/input', sensitive);
  const isOfSecret = ({ pointer }: ProblemDetail) =>
    secretPointers.some((secret) => pointer === secret || pointer.startsWith(`${secret}/`));
  const problems = result.errors
    .filter(isCause)
    .map((finding) => schemaProblem(finding, hidden))
    .filter((problem) => !isOfSecret(problem));
  if (problems.length === 0 && secretPointers.length === 0)
    problems.push(...result.errors.map((finding) => schemaProblem(finding, hidden)));
  return problems.map(({ pointer, message }) => ({ pointer: `/input${pointer}`, message }));
}

function pointerTo(value: JsonValue, secret: string): string | undefined {
  if (secretReference(value) === secret) return '';
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const below = pointerTo(part, secret);
    if (below !== undefined) return `/${pointerPart(name)}${below}`;
  }
  return undefined;
}
