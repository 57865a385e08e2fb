import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Claim, claimInstance, findInstance, stopInstance } from './instance.ts';

let folder: string;
const claims: Claim[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taskdeck-instance-'));
});
afterEach(async () => {
  for (const claim of claims.splice(0)) await claim.release();
  await rm(folder, { recursive: true, force: true });
});

async function claim(onStop = () => {}): Promise<Claim> {
  const made = await claimInstance(folder, onStop);
  claims.push(made);
  return made;
}

test('a second start on the same data is told where the first is', async () => {
  const first = await claim();
  await expect(claim()).rejects.toThrow(/already running .*still starting/);
  await first.publish({ dashboardUrl: 'http://localhost:3000' });
  await expect(claim()).rejects.toThrow(/already running .*: http:\/\/localhost:3000\n/);
});

const left = (id: string) => JSON.stringify({ id, pid: process.pid, host: hostname(), controlPort: 1 });

test('of many that start at once on what a killed one left, exactly one wins, each time', async () => {
  for (let round = 0; round < 25; round++) {
    await writeFile(join(folder, 'instance.json'), left('killed'));
    if (round % 2 === 1) await writeFile(join(folder, 'instance.json.after-killed'), left('killed-while-it-took-over'));
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => claim()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['instance.json']);
    for (const won of claims.splice(0)) await won.release();
  }
}, 20_000);

test('a file left by a machine that is gone, or a broken one, is no obstacle', async () => {
  await writeFile(
    join(folder, 'instance.json'),
    JSON.stringify({ id: 'x', pid: 1, host: 'a-container-of-before', controlPort: 1 }),
  );
  await (await claim()).release();
  claims.length = 0;
  await writeFile(join(folder, 'instance.json'), '{"id": ');
  await claim();
}, 10_000);

test('it can be found and asked to stop by who may read the file, and by nobody else', async () => {
  let asked = 0;
  const running = await claim(() => {
    asked++;
    void running.release();
  });
  const instance = await findInstance(folder);
  if (!instance) throw new Error('not found');
  const stranger = await fetch(`http://127.0.0.1:${instance.controlPort}/`, {
    method: 'POST',
    headers: { authorization: 'Bearer guess' },
  });
  expect([stranger.status, asked]).toEqual([403, 0]);
  await stopInstance(folder, instance);
  expect(asked).toBe(1);
  expect(await findInstance(folder)).toBeUndefined();
  await expect(readFile(join(folder, 'instance.json'))).rejects.toThrow('ENOENT');
});
