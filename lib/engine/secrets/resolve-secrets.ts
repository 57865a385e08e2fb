import { TaskdeckError } from '#contract';
import type { Database } from '#database';
import { unseal } from './seal.ts';
import type { SecretsKey } from './secrets-key.ts';
import { noSuchSecret, type SecretUser } from './usable-secrets.ts';

/** A decrypted secret, and the hosts that the built-in types may send it to. */
export type OpenSecret = { name: string; value: string; hosts: readonly string[] };

/**
 * Decrypts the secrets of these names for a task. Throws `SecretNotFound` with the first name that is unknown or not for
 * this task, and an `Error` with the key's id for a secret that was encrypted with a key that this process lacks.
 */
export async function readSecrets(
  database: Database,
  key: SecretsKey,
  names: readonly string[],
  user: SecretUser,
): Promise<OpenSecret[]> {
  if (names.length === 0) return [];
  const rows = await database<{ name: string; sealed_value: Buffer; sealed_with: string; hosts: string[] }[]>`
    select name, sealed_value, sealed_with, hosts from secret
    where name = any(${[...names]}::text[]) and (types is null or ${user.type} = any(types))
      and (queues is null or ${user.queue} = any(queues))`;
  const missing = names.find((name) => !rows.some((row) => row.name === name));
  if (missing !== undefined) throw new TaskdeckError('SecretNotFound', noSuchSecret(missing));
  return rows.map(({ name, sealed_value: sealed, sealed_with: sealedWith, hosts }) => {
    try {
      return { name, value: unseal(key, 'secrets', { sealed, sealedWith }, name), hosts };
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`the secret "${name}" cannot be decrypted: ${reason}`, { cause });
    }
  });
}
