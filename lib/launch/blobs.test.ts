import { execFile } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { started } from '../contract/testing/started.ts';
import { startTestService } from '../service/testing/test-service.ts';

const service = started(startTestService, 'close');

function blobs(...args: string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, DATABASE_URL: service.databaseUrl, TASKDECK_DATA: service.dataFolder };
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

test('what it cannot do it says', async () => {
  expect(await blobs()).toMatchObject({ code: 1, text: expect.stringContaining('npm run blobs -- repair') });
  expect(await blobs('mend')).toMatchObject({ code: 1 });
});
