import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { keysOf, loadSecretsKey, readSecrets, setSecret } from '#engine';
import { started } from '../contract/testing/started.ts';
import { temporaryFolder } from '../contract/testing/temporary-folder.ts';
import { changeKeys } from './change-keys.ts';
import { StartError } from './steps.mjs';

const fresh = started(createTestDatabase, 'drop');
const folder = temporaryFolder('keys');

async function keys(words: string, more: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const environment = { DATABASE_URL: fresh.url, TASKDECK_DATA: folder, ...more };
  try {
    const code = await changeKeys(words.split(' '), environment, (line) => lines.push(line));
    return { code, text: lines.join('\n') };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { code: -1, text: error.message };
  }
}

test('a key is added, everything is encrypted with it, and the old one goes', async () => {
  const old = await loadSecretsKey({ dataFolder: folder });
  await setSecret(fresh.database, old, { name: 'A', value: 'a value' }, { name: 'ada' });
  expect(await keys('add')).toMatchObject({ code: 0, text: expect.stringContaining('has a new first key') });
  const file = join(folder, 'keys', 'secrets.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const both = await loadSecretsKey({ dataFolder: folder });
  expect(both.former.map(({ id }) => id)).toEqual([old.id]);
  expect(await keys('remove')).toMatchObject({ code: -1, text: expect.stringContaining('Former keys are in use') });
  const rotated = await keys('rotate');
  expect(rotated.text).toContain('secrets: 1 with the current key, 0 with former keys, 0 with unknown keys');
  expect(rotated).toMatchObject({ code: 0, text: expect.stringContaining('Former keys are not needed.') });
  expect(await keys('remove')).toMatchObject({ code: 0 });
  const current = await loadSecretsKey({ dataFolder: folder });
  expect([current.id, current.former]).toEqual([both.id, []]);
  const user = { type: 'a', queue: 'default' };
  expect(await readSecrets(fresh.database, current, ['A'], user)).toMatchObject([{ value: 'a value' }]);
  const text = await readFile(file, 'utf8');
  for (const said of [rotated.text, (await keys('status')).text]) expect(said).not.toContain(text.trim());
});

test('a former key stays while creators wait with tokens that it signed, unless they are dropped', async () => {
  await keys('add');
  const key = await loadSecretsKey({ dataFolder: folder });
  for (const id of keysOf(key, 'completion tokens').keys())
    await fresh.database`insert into completion_key (id) values (${id})`;
  await fresh.database`
    with made as (
      insert into task (id, type, queue, priority, tags, created_by, modified_by, owner)
      values ('waited for', 'a', 'default', 0, '{}', 'test', 'test', 'test') returning key
    )
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority)
    select key, 1, 'queued', 'create', 'test', 'a', 'default', 0 from made`;
  const rotated = await keys('rotate');
  expect(rotated.text).toContain('completion tokens: 0 with the current key, 1 with former keys');
  expect(rotated.text).not.toContain('Former keys are not needed');
  expect(await keys('remove')).toMatchObject({ code: -1, text: expect.stringContaining('1 tasks that were created') });
  expect(await keys('status --drop-tokens')).toMatchObject({ code: -1, text: expect.stringContaining('npm run keys') });
  expect((await loadSecretsKey({ dataFolder: folder })).former).toHaveLength(1);
  expect(await keys('remove --drop-tokens')).toMatchObject({ code: 0 });
  expect((await loadSecretsKey({ dataFolder: folder })).former).toEqual([]);
});

test('keys of the variable are not changed in the file, and what no key opens is told', async () => {
  const given = { TASKDECK_SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') };
  expect(await keys('add', given)).toMatchObject({ code: -1, text: expect.stringContaining('change the variable') });
  const unknown = await keys('status', given);
  expect(unknown).toMatchObject({ code: 1, text: expect.stringContaining('1 with unknown keys') });
  expect(unknown.text).toContain('Some values are encrypted with a key that is not given');
  expect(unknown.text).not.toContain('Former keys are not needed');
  expect(await keys('turn')).toMatchObject({ code: -1, text: expect.stringContaining('npm run keys -- status') });
});
