import { type JsonValue, leadsToHost, mapInTurns } from '#contract';
import { arrayInTurns, type Database, textArray } from '#database';
import { requestsIn } from './requests-in.ts';
import { secretReferences } from './secret-reference.ts';

/** Who wants to use a secret: a task of a type in a queue. */
export type SecretUser = { type: string; queue: string };

/**
 * Returns the names of secrets that an input refers to and that this task may use. Unknown names and those of other
 * tasks' secrets are missing alike, and so are those of a request to a host that the secret does not allow.
 */
export async function usableSecrets(database: Database, input: JsonValue, user: SecretUser): Promise<Set<string>> {
  const names = await secretReferences(input);
  if (names.length === 0) return new Set();
  const named = await arrayInTurns(textArray, names);
  const rows = await database<{ name: string; hosts: string[] }[]>`
    select name, hosts from secret
    where name = any(${named}::text[]) and (types is null or ${user.type} = any(types))
      and (queues is null or ${user.queue} = any(queues))`;
  const requests = await mapInTurns(requestsIn(user.type, input), async ({ url, value }) => ({
    url,
    names: new Set(await secretReferences(value)),
  }));
  const mayGo = ({ name, hosts }: { name: string; hosts: string[] }) =>
    requests.every(({ url, names: used }) => url === undefined || !used.has(name) || leadsToHost(url, hosts));
  return new Set(rows.filter(mayGo).map(({ name }) => name));
}

/** The message for every name that cannot be used, so that names cannot be guessed. */
export function noSuchSecret(name: string): string {
  return `there is no secret "${name}" that this task may use`;
}
