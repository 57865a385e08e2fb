// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isProblemError } from '../problem/problem.ts';
import { type ExportProgress, exportToFile } from './export-file.ts';

/** The browser's disk, with one file. */
let written: Uint8Array[];
let isWhole: boolean;
let saved: { name: string; bytes: number }[];

beforeEach(() => {
  [written, isWhole, saved] = [[], false, []];
  const handle = {
    createWritable: async () =>
      new WritableStream<Uint8Array>({
        write: (chunk) => void written.push(chunk),
        close() {
          isWhole = true;
        },
      }),
    getFile: async () => new Blob(written.map((chunk) => new Uint8Array(chunk))),
  };
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => ({ getFileHandle: async () => handle }) } });
  const sizes = new Map<string, number>();
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL(content: Blob) {
        sizes.set(`blob:${sizes.size}`, content.size);
        return `blob:${sizes.size - 1}`;
      },
      revokeObjectURL() {},
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, bytes: sizes.get(this.href) ?? -1 });
  });
});

afterEach(() => {
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
  expect(isWhole).toBe(true);
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
  expect(isWhole).toBe(false);
});
