import {
  fullScope,
  type JsonValue,
  limits,
  maximumSchemaProblems,
  type ProblemDetail,
  pointersBelow,
  stringifyInTurns,
  TaskdeckError,
  Turn,
} from '#contract';
import type { Database } from '#database';
import { checkValues } from '#schema';
import { type Actor, ownerOfRuns } from '../actor.ts';
import {
  noSuchSecret,
  type SecretUser,
  secretReferences,
  unusableReferences,
  usableSecrets,
} from '../secrets/index.ts';
import type { KnownTaskType } from './task-types.ts';

/** Where an input is used, and who gives it. `actor` is missing for an input that the task had before. */
type InputContext = { sensitive: readonly string[]; queue: string; actor: Actor | undefined };

/**
 * Returns the JSON text of a task's input, ready to store, or `null` without an input. Throws `PayloadTooLarge`, and
 * `InvalidRequest` with pointers for what the type's schema refuses and for references to secrets that the task may not use.
 * Throws `InsufficientScope` when the actor may use no secrets. The error for a value at a sensitive pointer does not
 * quote the value.
 */
export async function checkInput(
  database: Database,
  type: KnownTaskType,
  input: JsonValue | undefined,
  { sensitive, queue, actor }: InputContext,
): Promise<string | null> {
  const text = input === undefined ? null : await stringifyInTurns(input);
  if (text !== null) {
    // A UTF-16 unit has at most three bytes in UTF-8, so short texts need no count.
    const bytes = text.length * 3 <= limits.taskInputBytes ? 0 : Buffer.byteLength(text);
    if (bytes > limits.taskInputBytes) throw tooLarge(bytes);
  }
  const turn = new Turn();
  if (turn.isOver()) await turn.next();
  const hasSecrets = text?.includes('"$secret"') ?? false;
  const details =
    hasSecrets && input !== undefined ? await unusableSecrets(database, input, { type: type.type, queue }, actor) : [];
  if (input !== undefined || !type.isInputOptional)
    details.push(...(await schemaProblems(type, input ?? null, text ?? 'null', { hasSecrets, sensitive, actor })));
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

/** The scope is checked first, so that a caller without it learns nothing about names. */
async function unusableSecrets(
  database: Database,
  input: JsonValue,
  user: SecretUser,
  actor: Actor | undefined,
): Promise<ProblemDetail[]> {
  const names = await secretReferences(input);
  if (names.length > 0 && actor !== undefined && !actor.usesSecrets)
    throw new TaskdeckError(
      'InsufficientScope',
      `an input that refers to a secret needs the scope ${fullScope('secrets/use')}`,
    );
  const usable = namedBy(actor, await usableSecrets(database, input, user));
  if (names.every((name) => usable.has(name))) return [];
  const unusable = await unusableReferences(input, usable, maximumSchemaProblems);
  return unusable.map(({ name, pointer }) => ({ pointer: `/input${pointer}`, message: noSuchSecret(name) }));
}

/** The secrets that an actor may name: of those for all, the ones that it may use itself. */
function namedBy(actor: Actor | undefined, usable: ReadonlySet<string>): ReadonlySet<string> {
  const own = actor?.usesSecrets;
  return typeof own === 'object' ? usable.intersection(own) : usable;
}

async function schemaProblems(
  { schema }: KnownTaskType,
  value: JsonValue,
  text: string,
  { hasSecrets, sensitive, actor }: { hasSecrets: boolean; sensitive: readonly string[]; actor: Actor | undefined },
): Promise<ProblemDetail[]> {
  if (schema === undefined) return [];
  const hidden = pointersBelow('/input', sensitive);
  const [problems = []] = await checkValues(
    schema,
    [{ value, text, hasSecrets, sensitive: hidden }],
    actor === undefined ? 'earlier input' : ownerOfRuns(actor),
  );
  return problems.map(({ pointer, message }) => ({ pointer: `/input${pointer}`, message }));
}
