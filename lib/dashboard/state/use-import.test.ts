// @vitest-environment jsdom
import { Blob as StreamedBlob } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRecentChanges } from '@/components/state/edit/recent-changes.ts';
import { type ShownHook, showHook } from '../testing/show-hook.ts';
import type { importEntries } from './actions.ts';
import { forgetImport, useLeftImport } from './left-imports.ts';
import type { BatchAnswer } from './send-batch.ts';
import { type FileToGoOnWith, useImport } from './use-import.ts';

type Sent = Parameters<typeof importEntries>[0];
const service = vi.hoisted(() => ({ save: vi.fn() }));
/** The server action runs on the server of the dashboard. */
vi.mock('./actions.ts', () => ({ importEntries: service.save, undoChange: vi.fn() }));

const storeName = 'shop';
const lineOf = (at: number) => `{"id":"e${at}","value":${at}}\n`;
/** A file of this many entries, of which 200 are a batch. Those of jsdom have no stream. */
const fileOf = (count: number, last: string | Uint8Array<ArrayBuffer> = ''): File => {
  const parts = [Array.from({ length: count }, (_, at) => lineOf(at)).join(''), last];
  const stream = () => new StreamedBlob(parts).stream();
  return Object.assign(new File(parts, 'a.jsonl', { lastModified: 17 }), { stream });
};
const idsOf = (json: string) => Array.from(json.matchAll(/"id":"(e\d+)"/g), (match) => match[1] ?? '');

let sent: Sent[];
let answerTo: (ids: readonly string[]) => BatchAnswer | Promise<BatchAnswer>;
let shown: ShownHook<ReturnType<typeof useShown>>;
const useShown = (left: FileToGoOnWith | undefined) => ({
  ...useImport(storeName, left),
  left: useLeftImport(storeName),
  changes: useRecentChanges(),
});
const show = async (left?: FileToGoOnWith) => {
  shown = await showHook(() => useShown(left));
};
const saved = (ids: readonly string[]): BatchAnswer => ({
  ok: true,
  value: { outcomes: ids.map((id) => ({ id, kind: 'done' })), receipt: `receipt of ${ids[0]}` },
});

beforeEach(() => {
  [sent, answerTo] = [[], saved];
  service.save.mockImplementation(async (request: Sent) => {
    sent.push(request);
    return answerTo(idsOf(request.entries));
  });
});
afterEach(() => {
  forgetImport(storeName);
  sessionStorage.clear();
});

/** Waits for what comes of work that goes on outside of React. */
const until = (holds: () => void) =>
  vi.waitFor(async () => {
    await act(() => delay(5));
    holds();
  });
const settled = (kind: string) => until(() => expect(shown.now.phase.kind).toBe(kind));
const choose = async (file: File) => {
  await act(() => shown.now.choose(file));
  return shown.now.phase;
};
/** Begins the import of the file that was checked. */
const begin = () =>
  act(async () => {
    const { phase } = shown.now;
    if (phase.kind !== 'ready' || phase.check === undefined) throw new Error(`it is ${phase.kind}`);
    void shown.now.run(phase.file, phase.check);
  });

it('checks a file, saves its entries in batches, remembers them as one change and leaves nothing behind', async () => {
  await show();
  expect(await choose(fileOf(450))).toMatchObject({ kind: 'ready', check: { entryCount: 450, problemCount: 0 } });
  await act(async () => shown.now.setMode('overwrite'));
  await begin();
  await settled('done');
  expect(shown.now.phase).toMatchObject({ result: { doneCount: 450, isStopped: false, unknown: undefined } });
  expect(sent.map(({ mode, entries }) => [mode, idsOf(entries).length])).toEqual([
    ['overwrite', 200],
    ['overwrite', 200],
    ['overwrite', 50],
  ]);
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  expect(shown.now.changes[0]).toMatchObject({ storeName, title: 'Imported 450 entries' });
  expect(shown.now.left).toBeUndefined();
});

it('says why a file cannot be read, and lets another be chosen', async () => {
  await show();
  const failure = 'a.jsonl cannot be read: it is not text in UTF-8.';
  expect(await choose(fileOf(1, Uint8Array.of(0xff)))).toEqual({ kind: 'choosing', failure });
  expect(await choose(fileOf(1))).toMatchObject({ kind: 'ready' });
});

it('keeps how far it came when it is stopped, and goes on there with the same file, mode and key', async () => {
  const second = Promise.withResolvers<void>();
  answerTo = async (ids) => {
    if (sent.length === 2) await second.promise;
    return saved(ids);
  };
  await show();
  await choose(fileOf(450));
  await begin();
  await until(() => expect(sent).toHaveLength(2));
  expect(shown.now.left, 'it goes on').toBeUndefined();
  await act(async () => shown.now.stop());
  second.resolve();
  await settled('done');
  const { left: place } = shown.now;
  if (place === undefined) throw new Error('nothing is kept');
  expect(place).toMatchObject({ batchCount: 2, doneCount: 400, total: 450, mode: 'create' });
  expect(place).toMatchObject({ fileName: 'a.jsonl', lastModified: 17, contentLength: fileOf(450).size });
  shown.end();

  await show({ file: fileOf(450), place });
  await settled('ready');
  await begin();
  await settled('done');
  expect(sent).toHaveLength(3);
  expect(sent[2]).toMatchObject({ mode: 'create', idempotencyKey: place.idempotencyKey });
  expect(shown.now).toMatchObject({ left: undefined, phase: { result: { doneCount: 450 } } });
});

it('leaves nothing to go on with where the service took no batch', async () => {
  answerTo = () => ({ ok: false, problem: { code: 'StoreNotFound', detail: 'There is no such store.' } });
  await show();
  await choose(fileOf(1));
  await begin();
  await settled('done');
  expect(shown.now.phase).toMatchObject({ result: { doneCount: 0, failure: 'There is no such store.' } });
  expect(shown.now.left).toBeUndefined();
});

it('ends when its dialog is closed: nothing more is sent', async () => {
  const first = Promise.withResolvers<void>();
  answerTo = async (ids) => {
    await first.promise;
    return saved(ids);
  };
  await show();
  await choose(fileOf(450));
  await begin();
  await until(() => expect(sent).toHaveLength(1));
  shown.end();
  first.resolve();
  await show();
  await until(() => expect(shown.now.left).toMatchObject({ batchCount: 1, doneCount: 200 }));
  expect(sent).toHaveLength(1);
});

it.each(['no JSON', '{}', '[{"storeName":"shop"}]', '[null, 3]'])(
  'takes %s, which another build kept, for nothing',
  async (kept) => {
    vi.resetModules();
    sessionStorage.setItem('taskdeck.imports', kept);
    const { useLeftImport: useLeft } = await import('./left-imports.ts');
    const page = await showHook(() => useLeft(storeName));
    expect(page.now).toBeUndefined();
    page.end();
  },
);
