import { parseJson } from '#contract';
import type { Database } from '#database';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';
import { type Mask, maskOf, noMask } from '../run/masking.ts';
import { readSecrets, replaceSecretReferences, type SecretsKey, secretReferences } from '../secrets/index.ts';

export type PreparedInput = { input: unknown; mask: Mask };

/** Prepares a run's input for its handler: parses it, resolves secrets, and checks it against its schema. */
export function prepareInput(
  database: Database,
  secretsKey: SecretsKey | undefined,
  definition: AnyTaskDefinition,
  text: string | null,
): PreparedInput | Promise<PreparedInput> {
  if (text?.includes('"$secret"')) return withSecrets(database, secretsKey, definition, text);
  return { input: check(definition, text === null ? undefined : parseJson(text)), mask: noMask };
}

async function withSecrets(
  database: Database,
  secretsKey: SecretsKey | undefined,
  definition: AnyTaskDefinition,
  text: string,
): Promise<PreparedInput> {
  const value = parseJson(text);
  const names = secretReferences(value);
  if (names.length === 0) return { input: check(definition, value), mask: noMask };
  if (secretsKey === undefined)
    throw new NonRetryableError(
      'the input refers to a secret and this worker has no key: set TASKDECK_SECRETS_KEY as the service has it',
    );
  const secrets = await readSecrets(database, secretsKey, names);
  const mask = maskOf([...secrets.values()]);
  try {
    return { input: check(definition, replaceSecretReferences(value, secrets)), mask };
  } catch (error) {
    throw error instanceof NonRetryableError ? new NonRetryableError(mask(error.message)) : error;
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
