import { type JsonValue, TaskdeckError } from '#contract';
import type { Database } from '#database';
import { unseal } from './seal.ts';
import { replaceSecretReferences, secretReferences } from './secret-reference.ts';
import type { SecretsKey } from './secrets-key.ts';

/**
 * The values of global secrets by name. Throws `SecretNotFound` naming the first that does not exist, and an `Error`
 * that names the key where one was encrypted with another key than this process has.
 */
export async function readSecrets(
  database: Database,
  key: SecretsKey,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await database<{ name: string; sealed_value: Buffer; sealed_with: string }[]>`
    select name, sealed_value, sealed_with from secret where name = any(${[...names]}::text[])`;
  const values = new Map(
    rows.map((row) => {
      if (row.sealed_with !== key.id)
        throw new Error(
          `secret "${row.name}" was encrypted with key ${row.sealed_with}, this process has key ${key.id}: ` +
            'give every process the same TASKDECK_SECRETS_KEY, or set the secret again',
        );
      return [row.name, unseal(key, row.sealed_value, row.name)] as const;
    }),
  );
  const missing = names.find((name) => !values.has(name));
  if (missing !== undefined) throw new TaskdeckError('SecretNotFound', `there is no secret "${missing}"`);
  return values;
}

/** A copy of a value in which each `{"$secret": "NAME"}` is the secret's value. Errors: see `readSecrets`. */
export async function resolveSecrets(database: Database, key: SecretsKey, value: JsonValue): Promise<JsonValue> {
  const names = secretReferences(value);
  return names.length === 0 ? value : replaceSecretReferences(value, await readSecrets(database, key, names));
}
