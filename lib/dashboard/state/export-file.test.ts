// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetInThisTab, keepForOperator } from '../access/session-end.ts';
import { isProblemError } from '../problem/problem.ts';
import { MemoryDisk } from '../testing/memory-disk.ts';
import { type ExportProgress, exportToFile } from './export-file.ts';

const email = 'ada@example.com';
let disk: MemoryDisk;
let saved: { name: string; bytes: number }[];
const sizes = () => disk.sizesIn(encodeURIComponent(email));

beforeEach(() => {
  [disk, saved] = [new MemoryDisk(), []];
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => disk } });
  keepForOperator(email);
  const sizesByAddress = new Map<string, number>();
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL(content: Blob) {
        sizesByAddress.set(`blob:${sizesByAddress.size}`, content.size);
        return `blob:${sizesByAddress.size - 1}`;
      },
      revokeObjectURL() {},
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, bytes: sizesByAddress.get(this.href) ?? -1 });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answer = (chunks: readonly string[], options: ResponseInit = {}) =>
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    const texts = [...chunks];
    return new Response(
      new ReadableStream({
        async pull(controller) {
          const text = texts.shift();
          if (signal.aborted) controller.error(signal.reason);
          else if (text === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(text));
        },
      }),
      options,
    );
  });

it('hands over the whole export as a file, and counts lines and bytes', async () => {
  answer(['{"id":"a"}\n{"id"', ':"ü"}\n', '{"id":"c"}\n']);
  const told: ExportProgress[] = [];
  const end = await exportToFile('/export', 'shop.jsonl', (now) => told.push(now), new AbortController().signal);
  expect(end).toEqual({ entries: 3, bytes: 34 });
  expect(saved).toEqual([{ name: 'shop.jsonl', bytes: 34 }]);
  expect(sizes()).toEqual([34]);
  expect(told[0], 'what was told stays as it was told').toEqual({ entries: 1, bytes: 16 });
});

it('hands over nothing when the export is refused, and says why', async () => {
  answer(['There is no such store.'], { status: 404 });
  const failure: unknown = await exportToFile('/export', 'x', () => {}, new AbortController().signal).catch(
    (error: unknown) => error,
  );
  expect(isProblemError(failure) && failure.problem).toEqual({ code: 'BadAnswer', detail: 'There is no such store.' });
  expect(saved).toEqual([]);
});

it('leaves no file when it is stopped in the middle', async () => {
  answer(['{"id":"a"}\n', '{"id":"b"}\n', '{"id":"c"}\n']);
  const stop = new AbortController();
  const ended = exportToFile('/export', 'x', () => stop.abort(new Error('stopped')), stop.signal);
  await expect(ended).rejects.toThrow('stopped');
  expect(saved).toEqual([]);
  expect(sizes()).toEqual([]);
});

it('keeps nothing on the disk of the browser: not for long, not after a sign-out, and not for the next operator', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const exported = async () => {
    answer(['{"id":"a"}\n']);
    await exportToFile('/export', 'shop.jsonl', () => {}, new AbortController().signal);
    expect(sizes()).toEqual([11]);
  };
  await exported();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sizes()).toEqual([]);
  await exported();
  forgetInThisTab();
  await vi.waitFor(() => expect(disk.folders.size).toBe(0));
  keepForOperator(email);
  await exported();
  keepForOperator(email); // another page of the same operator, while the browser copies the file
  await vi.advanceTimersByTimeAsync(100);
  expect(sizes()).toEqual([11]);
  keepForOperator('bob@example.com');
  await vi.waitFor(() => expect(disk.folders.size).toBe(0));
});
