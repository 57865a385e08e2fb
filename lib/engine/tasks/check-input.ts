import type { OutputUnit } from '@cfworker/json-schema';
import { type JsonValue, LosslessNumber, limits, type ProblemDetail, stringifyJson, TaskdeckError } from '#contract';
import type { Database } from '#database';
import { knownSecretNames, secretReference, secretReferences } from '../secrets/index.ts';
import type { KnownTaskType } from './task-types.ts';

/** Keywords that only say that something below them failed; what failed is an error of its own. */
const summaries = new Set([
  '$ref',
  '$dynamicRef',
  'allOf',
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'if',
  'then',
  'else',
]);
const maximumDetails = 50;

/**
 * The JSON text of a task's input, ready to store; `null` for none. Refuses what is too large (`PayloadTooLarge`), what
 * the type's schema does not allow and references to secrets that do not exist (`InvalidRequest` with pointers).
 */
export async function checkInput(
  database: Database,
  type: KnownTaskType,
  input: JsonValue | undefined,
): Promise<string | null> {
  const text = input === undefined ? null : stringifyJson(input);
  if (text !== null) {
    // A UTF-16 unit is three bytes of UTF-8 at most: short texts need no count.
    const bytes = text.length * 3 <= limits.taskInputBytes ? 0 : Buffer.byteLength(text);
    if (bytes > limits.taskInputBytes) throw tooLarge(bytes);
  }
  const hasSecrets = text?.includes('"$secret"') ?? false;
  const details = hasSecrets && input !== undefined ? await unknownSecrets(database, input) : [];
  if (type.validator !== undefined) details.push(...schemaProblems(type, input ?? null, hasSecrets));
  if (details.length === 0) return text;
  const first = details[0];
  throw new TaskdeckError(
    'InvalidRequest',
    `the input is not one of "${type.type}": ${first?.pointer} ${first?.message}`,
    {
      details: details.slice(0, maximumDetails),
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

function schemaProblems(type: KnownTaskType, input: JsonValue, hasSecrets: boolean): ProblemDetail[] {
  const secretPointers: string[] = [];
  const result = type.validator?.validate(plainValue(input, '', hasSecrets ? secretPointers : undefined));
  if (result === undefined || result.valid) return [];
  const isOfSecret = (error: OutputUnit) =>
    secretPointers.some((pointer) => pointerOf(error) === pointer || pointerOf(error).startsWith(`${pointer}/`));
  const telling = result.errors.filter((error) => !summaries.has(error.keyword) && !isOfSecret(error));
  if (telling.length === 0 && secretPointers.length === 0) telling.push(...result.errors);
  return telling.map((error) => ({ pointer: `/input${pointerOf(error)}`, message: sentenceOf(error) }));
}

/** cfworker's locations are `#/a/b`. */
function pointerOf(error: OutputUnit): string {
  return decodeURIComponent(error.instanceLocation.slice(1));
}

function sentenceOf(error: OutputUnit): string {
  const text = error.error.replace(/^Instance /, '').replace(/\.$/, '');
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** A copy that a schema can be checked against: exact numbers as doubles, secrets (whose values nobody sees here) as texts. */
function plainValue(value: JsonValue, pointer: string, secretPointers: string[] | undefined): unknown {
  if (typeof value === 'bigint' || value instanceof LosslessNumber) return Number(value.toString());
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => plainValue(item, `${pointer}/${index}`, secretPointers));
  if (secretPointers !== undefined && secretReference(value) !== undefined) {
    secretPointers.push(pointer);
    return '';
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name.toWellFormed(),
      plainValue(part, `${pointer}/${escapePart(name)}`, secretPointers),
    ]),
  );
}

function pointerTo(value: JsonValue, secret: string): string | undefined {
  if (secretReference(value) === secret) return '';
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const below = pointerTo(part, secret);
    if (below !== undefined) return `/${escapePart(name)}${below}`;
  }
  return undefined;
}

function escapePart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
