import { parseStoredInTurns } from '#contract';
import type { Database } from '#database';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';
import type { ClaimedRun } from '../run/claimed-run.ts';
import { rememberGiven } from '../run/given-secrets.ts';
import { untilReachable } from '../run/repeat.ts';
import { noSecrets, RunSecrets } from '../run/run-secrets.ts';
import { readSecrets, replaceSecretReferences, type SecretsKey, secretReferences } from '../secrets/index.ts';

/** `failure`: what the schema threw about an input with the values of secrets, which it can quote. */
export type PreparedInput = { secrets: RunSecrets } & ({ input: unknown } | { failure: unknown });

/**
 * Prepares a run's input for its handler: parses it, resolves secrets, and checks it against its schema. Other runs have
 * their turn while it parses a large one. Calls `onTrouble` on lost connections, from which it recovers.
 */
export function prepareInput(
  database: Database,
  secretsKey: SecretsKey | undefined,
  definition: AnyTaskDefinition,
  { input: text, queue }: Pick<ClaimedRun, 'input' | 'queue'>,
  onTrouble: (error: Error) => void = () => {},
): PreparedInput | Promise<PreparedInput> {
  if (text?.includes('"$secret"')) return withSecrets(database, secretsKey, definition, { text, queue }, onTrouble);
  const ready = (value: unknown): PreparedInput => ({ input: check(definition, value), secrets: noSecrets });
  const value = text === null ? undefined : parseStoredInTurns(text);
  return value instanceof Promise ? value.then(ready) : ready(value);
}

async function withSecrets(
  database: Database,
  secretsKey: SecretsKey | undefined,
  definition: AnyTaskDefinition,
  { text, queue }: { text: string; queue: string },
  onTrouble: (error: Error) => void,
): Promise<PreparedInput> {
  const value = await parseStoredInTurns(text);
  const names = await secretReferences(value);
  if (names.length === 0) return { input: check(definition, value), secrets: noSecrets };
  if (secretsKey === undefined)
    throw new NonRetryableError(
      'the input refers to a secret and this worker has no key: set TASKDECK_SECRETS_KEY as the service has it',
    );
  const user = { type: definition.type, queue };
  const open = await untilReachable(() => readSecrets(database, secretsKey, names, user), onTrouble);
  const secrets = new RunSecrets(open);
  rememberGiven(open);
  try {
    return { input: check(definition, await replaceSecretReferences(value, open)), secrets };
  } catch (failure) {
    return { failure, secrets };
  }
}

function check(definition: AnyTaskDefinition, value: unknown): unknown {
  if (definition.input === undefined) return value;
  const parsed = definition.input.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `/input${issue.path.map((part) => `/${String(part)}`).join('')}: ${issue.message}`,
  );
  throw new NonRetryableError(`the input does not match the schema of "${definition.type}": ${problems.join('; ')}`);
}
