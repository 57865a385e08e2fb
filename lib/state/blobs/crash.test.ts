import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { beforeAllBlobs, markOrphans, removeOrphans } from './sweep/sweep-orphans.ts';
import { sweepStore } from './sweep/sweep-store.ts';
import { sweepUploads } from './sweep/sweep-uploads.ts';
import { type BlobFixture, keysIn, startBlobs } from './testing/blob-fixture.ts';

const rounds = 6;
const script = (name: string) => fileURLToPath(new URL(`testing/${name}`, import.meta.url));
const acknowledged = z.object({ id: z.string(), versionId: z.string(), hash: z.string() });

let fixture: BlobFixture;
const children: ChildProcess[] = [];
beforeAll(async () => {
  fixture = await startBlobs();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await fixture.end();
});

/** Runs the writer until some blobs have been acknowledged and for some time longer, then kills it. */
async function writeUntilKilled(extraMs: number): Promise<z.output<typeof acknowledged>[]> {
  const child = spawn(process.execPath, [script('crashing-writer.ts'), fixture.databaseUrl, fixture.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const told: z.output<typeof acknowledged>[] = [];
  const lines = createInterface({ input: child.stdout });
  const enough = new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the writer ended by itself')));
    lines.on('line', (line) => {
      if (!line.endsWith('}')) return; // cut off by the kill, so not acknowledged
      told.push(acknowledged.parse(JSON.parse(line)));
      if (told.length >= 6) resolve();
    });
  });
  await enough;
  await sleep(extraMs);
  child.removeAllListeners('exit');
  const closed = once(lines, 'close');
  child.kill('SIGKILL');
  await closed;
  return told;
}

async function hashOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  return hash.digest('hex');
}

test('whatever moment it is killed at: what was acknowledged is there, nothing half is, nothing is left over', async () => {
  const { state, database, blobs } = fixture;
  const told = [];
  for (let round = 0; round < rounds; round++) told.push(...(await writeUntilKilled(round * 37)));

  for (const { id, versionId, hash } of told) {
    const blob = await state.openBlob({ namespace: '', storeName: 'crashes', id }, { versionId });
    expect(blob.contentHash).toBe(hash);
    expect(await hashOf(await blob.read())).toBe(hash);
  }
  const all = await database<{ key: string; hash: string }[]>`
    select key, encode(content_hash, 'hex') as hash from blob b
    where exists (select from state_entry e where e.blob_key = b.key) or exists (select from state_version v where v.blob_key = b.key)`;
  expect(all.length).toBeGreaterThanOrEqual(told.length);
  for (const { key, hash } of all) expect(await hashOf(await blobs.read(key))).toBe(hash);

  await database`update blob_upload set expires_on = now() - interval '2 minutes' where result is null`;
  while (await sweepUploads(fixture));
  await markOrphans(database, beforeAllBlobs);
  while (await removeOrphans(fixture, -1000));
  await sweepStore(fixture, -1000);
  expect(await keysIn(blobs)).toEqual(all.map(({ key }) => key).sort());
  expect((await database`select from blob`).length).toBe(all.length);
}, 120_000);

test('a large blob takes no memory, up and down', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    script('large-stream.ts'),
    fixture.databaseUrl,
    fixture.folder,
    '96',
  ]);
  expect(Number(stdout)).toBeLessThan(16);
}, 120_000);
