import { expect, it } from 'vitest';
import type { ImportResult } from '@/components/state/import-report.tsx';
import type { EntryOutcome } from '@/components/state/write-outcome.ts';
import { type BatchAnswer, importFile } from './import-run.ts';

/** A file of this many entries; 200 of them are a batch. */
const fileOf = (count: number, more: BlobPart = '') =>
  new File([Array.from({ length: count }, (_, at) => `{"id":"e${at}","value":${at}}\n`).join(''), more], 'a.jsonl');
const idsOf = (json: string) => Array.from(json.matchAll(/"id":"(e\d+)"/g), (match) => match[1] ?? '');

/** Saves all but those refused, and tells what it was given. */
function service(refused: readonly string[] = []) {
  const sent: string[][] = [];
  const send = async (entries: string): Promise<BatchAnswer> => {
    const ids = idsOf(entries);
    sent.push(ids);
    const outcomes = ids.map(
      (id): EntryOutcome => (refused.includes(id) ? { id, kind: 'changed', detail: 'there' } : { id, kind: 'done' }),
    );
    return { ok: true, value: { outcomes, receipt: `receipt ${sent.length}` } };
  };
  return { sent, send };
}

function run(file: File, send: (entries: string) => Promise<BatchAnswer>, controller = new AbortController()) {
  const told: ImportResult[] = [];
  const onProgress = (result: ImportResult) => told.push(result);
  return { told, end: importFile(file, { startedOn: 0, signal: controller.signal, send, onProgress }) };
}

it('saves every entry, tells how far it is, and by which parts it is taken back', async () => {
  const { sent, send } = service();
  const { told, end } = run(fileOf(450), send);
  const { result, parts } = await end;
  expect(sent.map((ids) => ids.length)).toEqual([200, 200, 50]);
  expect(told.map(({ doneCount }) => doneCount)).toEqual([200, 400, 450]);
  expect(result).toEqual({ doneCount: 450, refused: [], isStopped: false, failure: undefined });
  expect(parts.map(({ receipt, ids }) => [receipt, ids.length])).toEqual([
    ['receipt 1', 200],
    ['receipt 2', 200],
    ['receipt 3', 50],
  ]);
});

it('tells each line that was refused, and takes back only what was saved', async () => {
  const { send } = service(['e1', 'e201']);
  const { result, parts } = await run(fileOf(202), send).end;
  expect(result.doneCount).toBe(200);
  expect(result.refused.map(({ line, id, text }) => [line, id, text])).toEqual([
    [2, 'e1', '{"id":"e1","value":1}'],
    [202, 'e201', '{"id":"e201","value":201}'],
  ]);
  expect(parts.flatMap(({ ids }) => ids)).not.toContain('e1');
  expect(parts[1]?.ids).toEqual(['e200']);
});

it('stops between two batches, and tells what was saved', async () => {
  const { sent, send } = service();
  const controller = new AbortController();
  const stopping = async (entries: string) => {
    controller.abort();
    return send(entries);
  };
  const { result, parts } = await run(fileOf(450), stopping, controller).end;
  expect(sent).toHaveLength(1);
  expect(result).toMatchObject({ doneCount: 200, isStopped: true, failure: undefined });
  expect(parts).toHaveLength(1);
});

it.each([
  ['says why', async (): Promise<BatchAnswer> => ({ ok: false, problem: { detail: 'Full.' } }), 'Full.'],
  ['does not answer', () => Promise.reject(new Error('away')), 'The dashboard did not answer.'],
])('ends where the service %s, and keeps what was saved', async (_, fail, failure) => {
  const { sent, send } = service();
  const { result, parts } = await run(fileOf(450), (entries) => (sent.length < 1 ? send(entries) : fail())).end;
  expect(result).toMatchObject({ doneCount: 200, isStopped: true, failure });
  expect(parts).toHaveLength(1);
});

it('tells of a file that cannot be read to its end', async () => {
  const { send } = service();
  const { result, parts } = await run(fileOf(450, new Uint8Array([0xff, 0xfe])), send).end;
  expect(result.isStopped).toBe(true);
  expect(result.failure).toBe('a.jsonl cannot be read any more: it is not text in UTF-8');
  expect(result.doneCount).toBe(parts.flatMap(({ ids }) => ids).length);
});

it('sends nothing of an empty file', async () => {
  const { sent, send } = service();
  expect((await run(fileOf(0), send).end).result).toMatchObject({ doneCount: 0, isStopped: false });
  expect(sent).toEqual([]);
});
