import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#database/testing';
import { started } from '../contract/testing/started.ts';
import { startTestService } from '../service/testing/test-service.ts';

const service = started(startTestService, 'close');

function blobs(...args: string[]): Promise<{ code: number; text: string }> {
  return blobsWith({}, ...args);
}

function blobsWith(more: Record<string, string>, ...args: string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, DATABASE_URL: service.databaseUrl, TASKDECK_DATA: service.dataFolder, ...more };
  return new Promise((resolve) => {
    execFile(process.execPath, ['lib/launch/blobs.ts', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
    );
  });
}

/** The path of the file of a blob. Finds it by its name. */
async function fileOf(key: string): Promise<string> {
  const folder = join(service.dataFolder, 'blobs');
  const paths = await readdir(folder, { recursive: true });
  const path = paths.find((name) => name.endsWith(key));
  if (path === undefined) throw new Error(`${key} is not in ${paths.join(', ')}`);
  return join(folder, path);
}

test('a blob that lost its bytes is found, and taken from its entry by a repair', async () => {
  const call = (method: string, path: string, raw?: string) =>
    service.call(method, `/v1/stores/files/${path}`, {
      token: service.allKey,
      ...(raw === undefined ? {} : { raw }),
    });
  for (const id of ['kept', 'lost', 'cut']) {
    await call('PUT', `entries/${id}`, JSON.stringify({ id, value: 1, hasBlob: true }));
    expect((await call('PUT', `blobs/${id}`, '"bytes"')).status).toBe(201);
  }
  expect(await blobs('check')).toMatchObject({ code: 0, text: expect.stringContaining('All is well.') });
  const keyOf = async (id: string) =>
    ((await call('GET', `entries/${id}`)).body as { blob: { versionId: string } }).blob.versionId;
  await rm(await fileOf(await keyOf('lost')));
  await writeFile(await fileOf(await keyOf('cut')), 'b');

  const checked = await blobs('check');
  expect(checked.code).toBe(1);
  expect(checked.text).toMatch(/missing, no of 7 bytes; of files\/lost; not repaired/);
  expect(checked.text).toMatch(/wrongLength, 1 of 7 bytes; of files\/cut; not repaired/);
  expect(await blobs('repair')).toMatchObject({ code: 0 });
  expect(await blobs('check', '--thorough')).toMatchObject({ code: 0, text: expect.stringContaining('1 blobs') });
  expect((await call('GET', 'blobs/kept')).text).toBe('"bytes"');
  expect((await call('GET', 'blobs/lost')).status).toBe(404);
  expect((await call('GET', 'entries/lost')).body).toMatchObject({ value: 1 });
}, 60_000);

test('a repair with the store or the database of another system changes nothing', async () => {
  const call = (method: string, path: string, raw?: string) =>
    service.call(method, `/v1/stores/own/${path}`, { token: service.allKey, ...(raw === undefined ? {} : { raw }) });
  await call('PUT', 'entries/e', JSON.stringify({ id: 'e', value: 1, hasBlob: true }));
  await call('PUT', 'blobs/e', '"bytes"');
  const otherStore = { TASKDECK_DATA: await mkdtemp(join(tmpdir(), 'taskdeck-other-')) };
  const otherDatabase = await createTestDatabase();
  const refused = { code: 1, text: expect.stringContaining('Nothing was changed') };
  try {
    expect(await blobsWith(otherStore, 'repair')).toMatchObject(refused);
    expect(await blobsWith({ DATABASE_URL: otherDatabase.url }, 'repair')).toMatchObject(refused);
    expect((await call('GET', 'blobs/e')).text).toBe('"bytes"');
    expect(await blobsWith(otherStore, 'repair', '--all')).toMatchObject({ code: 0 });
    expect((await call('GET', 'blobs/e')).status).toBe(404);
  } finally {
    await otherDatabase.drop();
    await rm(otherStore.TASKDECK_DATA, { recursive: true, force: true });
  }
}, 60_000);

test('what it cannot do it says', async () => {
  expect(await blobs()).toMatchObject({ code: 1, text: expect.stringContaining('npm run blobs -- repair') });
  expect(await blobs('mend')).toMatchObject({ code: 1 });
});
