import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TaskResponse } from '#contract';
import { started } from '../../contract/testing/started.ts';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { startRuns } from '../run/testing.ts';
import { maximumMapBytes, readSourceMaps } from './read-source-maps.ts';
import { sweepSourceMaps } from './sweep-source-maps.ts';
import { bundle, orderSources, writeMappedModule } from './testing.ts';

const fixture = started(startRuns, 'end');
let built: { folder: string; url: string };
let order: AnyTaskDefinition;
beforeAll(async () => {
  built = await bundle(orderSources);
  ({ order } = await import(built.url));
});
afterAll(() => rm(dirname(built.folder), { recursive: true }));

async function fail(name: string, sourceMaps?: string[]): Promise<TaskResponse> {
  const worker = await fixture.work([order], { name, queues: [name], ...(sourceMaps !== undefined && { sourceMaps }) });
  const failed = await fixture.run({ type: 'bundled.order', queue: name, input: { amount: 200 } });
  await worker.stop();
  return failed;
}

async function mapped({ id }: TaskResponse) {
  const { error, worker, endedOn } = await fixture.engine.getRunError(id, 1n);
  return fixture.engine.mapStack({ stack: error?.stack ?? '', worker, thrownOn: endedOn });
}

const countMaps = async () =>
  (await fixture.database`select count(*)::integer as count from source_map`)[0]?.count as number;

describe('a failure of a minified bundle', () => {
  test('is shown with file, line, function and source of its own frames', async () => {
    const failed = await fail('with-maps', [built.folder]);
    expect(failed.error?.stack).toContain('/dist/worker.js:1:');
    const { frames, problem } = await mapped(failed);
    expect(problem).toBeUndefined();
    const own = frames.filter(({ isOwn }) => isOwn);
    expect(own.map(({ original }) => original)).toEqual([
      { file: 'src/charge.ts', line: 15, column: expect.any(Number), function: 'assertWithinLimit' },
      { file: 'src/charge.ts', line: 10, column: 3, function: 'charge' },
      { file: 'src/order.ts', line: 8, column: expect.any(Number), function: 'Object.run' },
    ]);
    const [first] = own;
    const failing = (first?.original?.line ?? 0) - (first?.source?.firstLine ?? 0);
    expect(first?.source?.lines[failing]).toContain('throw new RangeError');
    expect(first?.source?.lines.length).toBeLessThanOrEqual(8);
    expect(frames.filter(({ isOwn }) => !isOwn).every(({ source }) => source === undefined)).toBe(true);
  });

  test('has the fingerprint that it has without a source map, and then its frames have their text alone', async () => {
    const [bare, known] = [await fail('without-maps'), await fail('with-maps', [built.folder])];
    expect(bare.error?.fingerprint).toBe(known.error?.fingerprint);
    const { frames } = await mapped(bare);
    expect(frames[0]).toEqual({ text: expect.stringContaining('/dist/worker.js:1:'), isOwn: true });
  });

  test('is shown with the map that its worker had then, also when another was sent since', async () => {
    const before = await fail('renewed', [built.folder]);
    const other = await bundle({
      'src/order.ts': `// a line more\n\n${orderSources['src/order.ts']}`,
      'src/charge.ts': orderSources['src/charge.ts'],
    });
    const map = join(built.folder, 'worker.js.map');
    const kept = `${map}.kept`;
    await copyFile(map, kept);
    await copyFile(join(other.folder, 'worker.js.map'), map);
    const after = await fail('renewed', [map]);
    await copyFile(kept, map);
    const last = async (task: TaskResponse) => (await mapped(task)).frames.findLast(({ isOwn }) => isOwn)?.original;
    expect((await last(before))?.line).toBe(8);
    expect((await last(after))?.line).toBe(10);
    const unmapped = await fail('renewed');
    expect(await last(unmapped)).toBeUndefined();
    await rm(dirname(other.folder), { recursive: true });
  });

  test('in a step is shown with the map of the worker that had it while the run backs off and runs elsewhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'taskdeck-maps-'));
    const source = "export const settle = () => {\n  throw new Error('declined');\n};\n";
    const { settle }: { settle: () => never } = await import(await writeMappedModule(folder, source));
    const gate = Promise.withResolvers<void>();
    const serve = (name: string, run: () => unknown) => {
      const definition: AnyTaskDefinition = { type: 'mapped.step', run: (ctx) => ctx.step('settle', () => run()) };
      return fixture.work([definition], { name, queues: ['steps'], sourceMaps: [folder] });
    };
    const lineOf = async (task: TaskResponse) =>
      (await mapped(task)).frames.find(({ original }) => original)?.original?.line;
    const first = await serve('first-build', settle);
    const retry = { maximumAttempts: 2, initialIntervalInMs: 1_500, backoffCoefficient: 1, maximumIntervalInMs: 1_500 };
    const { id } = await fixture.create({ type: 'mapped.step', queue: 'steps', retry });
    const retrying = await fixture.until(id, ({ status }) => status === 'retrying');
    await first.stop();
    expect(await lineOf(retrying)).toBe(2);
    await writeMappedModule(folder, `// a line more\n${source}`);
    const second = await serve('second-build', () => gate.promise);
    const running = await fixture.until(id, ({ status }) => status === 'running');
    expect(running.worker).toBe('second-build');
    expect(await lineOf(running)).toBe(2);
    gate.resolve();
    expect((await fixture.ended(id)).status).toBe('succeeded');
    await second.stop();
    await rm(folder, { recursive: true });
  });

  test('says when its map cannot be read', async () => {
    const failed = await fail('broken-map', [built.folder]);
    const saved = await fixture.database`select hash, content from source_map`;
    await fixture.database`update source_map set content = 'no gzip'`;
    const { frames, problem } = await mapped(failed);
    for (const { hash, content } of saved)
      await fixture.database`update source_map set content = ${content} where hash = ${hash}`;
    expect(problem).toBe('The source map cannot be read.');
    expect(frames[0]?.original).toBeUndefined();
  });
});

test('a map is stored once, and removed 90 days after the start of the last worker that sent it', async () => {
  const { database } = fixture;
  await fail('first', [built.folder]);
  const before = await countMaps();
  await fail('second', [built.folder]);
  expect(await countMaps()).toBe(before);
  const age = (days: number) => database`
    update worker_bundle set registered_on = registered_on - make_interval(days => ${days})`;
  const ageMaps = async () => {
    await database`update source_map set sent_on = now() - interval '2 hours'`;
    await database`update source_bundle set sent_on = now() - interval '2 hours'`;
  };
  await ageMaps();
  await age(89);
  await sweepSourceMaps(database);
  expect(await countMaps()).toBe(before);
  const runs = await fixture.work([order], { name: 'runs-on', sourceMaps: [built.folder] });
  await age(91);
  await ageMaps();
  await sweepSourceMaps(database);
  expect(await countMaps()).toBe(1);
  await runs.stop();
  await sweepSourceMaps(database);
  expect(await countMaps()).toBe(0);
  expect(await database`select from source_bundle`).toHaveLength(0);
});

test('a stack keeps the line before the frames of each cause, and no other line of a message', async () => {
  const stack =
    'Error: not sent\nto us\n    at send (/app/mail.js:1:2)\nCaused by: Error: refused\n    at node:net:3:4';
  const { frames } = await fixture.engine.mapStack({ stack, worker: undefined, thrownOn: undefined });
  expect(frames).toEqual([
    { text: 'at send (/app/mail.js:1:2)', isOwn: true },
    { text: 'Caused by: Error: refused', isOwn: true },
    { text: 'at node:net:3:4', isOwn: false },
  ]);
});

describe('source maps that a worker cannot send stop its start', () => {
  const refused = async (prepare: (folder: string) => Promise<string>, sentence: string | RegExp) => {
    const folder = join(built.folder, crypto.randomUUID());
    await mkdir(folder);
    await expect(readSourceMaps([await prepare(folder)])).rejects.toThrow(sentence);
    await rm(folder, { recursive: true });
  };
  const written = (name: string, content: string) => async (folder: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };

  test('when they are not there', () =>
    refused(async (folder) => join(folder, 'none'), /names ".*none", which cannot be read/));
  test('when a folder has none', () =>
    refused(async (folder) => folder, /names the folder ".*", which has no source map/));
  test('when they are something else', async () => {
    await refused(written('worker.js', ''), 'a file must end in .js.map, .mjs.map or .cjs.map');
    await refused(written('a.js.map', 'text'), /a\.js\.map" is no source map of version 3/);
    await refused(written('a.js.map', '{"version":2}'), /is no source map of version 3/);
    await refused(written('a.js.map', 'null'), /is no source map of version 3/);
  });
  test('when they are too large', () =>
    refused(written('a.js.map', ' '.repeat(maximumMapBytes + 1)), `has ${maximumMapBytes + 1} bytes; the limit is`));
});
