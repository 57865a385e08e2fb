import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Environment } from '#contract';
import { connect, type Database } from '#database';
import { loadSecretsKey, newSecretsKey, type SecretsKey, secretsKeyFile } from '#engine';
import { type KeyUse, readKeyUse, rotateKeys } from '#service';
import { makeDataFolder } from './instance.ts';
import { StartError } from './steps.mjs';
import { usages } from './usage.ts';

/**
 * Carries out `npm run keys`. Returns the exit code: 1 when a value was encrypted with a key that is missing. Throws a
 * `StartError` that says what to do.
 */
export async function changeKeys(
  [command, ...rest]: readonly string[],
  environment: Environment,
  say: (line: string) => void,
): Promise<number> {
  const { DATABASE_URL: databaseUrl, TASKDECK_DATA: dataFolder = '.data', TASKDECK_SECRETS_KEY: given } = environment;
  if (databaseUrl === undefined) throw new StartError('DATABASE_URL is not set: whose keys are meant is not known.');
  const dropsTokens = command === 'remove' && rest.length === 1 && rest[0] === '--drop-tokens';
  if (rest.length > 0 && !dropsTokens) throw new StartError(usages.keys);
  const file = secretsKeyFile(dataFolder);
  const isFile = given === undefined || given === '';
  await makeDataFolder(dataFolder);
  const key = await loadSecretsKey({ key: isFile ? undefined : given, dataFolder });
  const withDatabase = async (work: (database: Database) => Promise<KeyUse>) => {
    const database = connect(databaseUrl, { connections: 2, name: 'taskdeck keys' });
    return work(database).finally(() => database.end({ timeout: 1 }));
  };
  switch (command) {
    case 'status':
      return report(say, key, await withDatabase((database) => readKeyUse(database, key)));
    case 'add':
      if (!isFile) throw new StartError(ownVariable);
      await replace(file, `${newSecretsKey()}\n${await readFile(file, 'utf8')}`);
      say(`${file} has a new first key. Restart service and workers, then run "npm run keys -- rotate".`);
      return 0;
    case 'rotate':
      return report(say, key, await withDatabase((database) => rotateKeys(database, key)));
    case 'remove':
      if (!isFile) throw new StartError(ownVariable);
      refuseNeeded(await withDatabase((database) => readKeyUse(database, key)), dropsTokens);
      await replace(file, `${key.bytes.toString('base64')}\n`);
      say(`${file} has its first key only. Restart service and workers when it suits.`);
      return 0;
    default:
      throw new StartError(usages.keys);
  }
}

const ownVariable =
  'The keys are in TASKDECK_SECRETS_KEY: change the variable itself. "openssl rand -base64 32" makes a key.';

/** Processes that start meanwhile read the old keys or the new ones, never a part. */
async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, file);
}

function report(say: (line: string) => void, key: SecretsKey, use: KeyUse): number {
  say(`Keys, the current one first: ${[key, ...key.former].map(({ id }) => id).join(', ')}`);
  for (const [job, { current, former, unknown }] of Object.entries(use))
    say(`${job}: ${current} with the current key, ${former} with former keys, ${unknown} with unknown keys`);
  const isUnknown = Object.values(use).some(({ unknown }) => unknown > 0);
  if (use['completion tokens'].former > 0)
    say(
      'Completion tokens cannot be signed again: former keys are needed until these tasks have ended their first run.',
    );
  if (isUnknown) say('Some values are encrypted with a key that is not given: add that key, or set the values again.');
  else if (!isNeeded(use)) say('Former keys are not needed.');
  return isUnknown ? 1 : 0;
}

function isNeeded(use: Partial<KeyUse>): boolean {
  return Object.values(use).some(({ former }) => former > 0);
}

function refuseNeeded({ 'completion tokens': tokens, ...sealed }: KeyUse, dropsTokens: boolean): void {
  if (isNeeded(sealed)) throw new StartError('Former keys are in use: run "npm run keys -- rotate" first.');
  if (tokens.former === 0 || dropsTokens) return;
  throw new StartError(
    `${tokens.former} tasks that were created with former keys have not ended, and their creators may wait with tokens of these. ` +
      'Remove the keys when the tasks have ended, or now with --drop-tokens: who may not read tasks then gets 403.',
  );
}
