import { expect, it } from 'vitest';
import type { ImportResult } from '@/components/state/import-report.tsx';
import type { EntryOutcome } from '@/components/state/write-outcome.ts';
import { NotSentError } from '@/components/ui/unreachable.ts';
import { importFile, nothingImported } from './import-run.ts';
import type { ImportPlace } from './left-imports.ts';
import type { BatchAnswer } from './send-batch.ts';
import { whatStays } from './told-change.ts';

/** A file of this many entries; 200 of them are a batch. */
const fileOf = (count: number, more: BlobPart = '') =>
  new File([Array.from({ length: count }, (_, at) => `{"id":"e${at}","value":${at}}\n`).join(''), more], 'a.jsonl');
const idsOf = (json: string) => Array.from(json.matchAll(/"id":"(e\d+)"/g), (match) => match[1] ?? '');

function failing(code: Failing['code'], detail: string): () => Promise<BatchAnswer> {
  return async () => ({ ok: false, problem: { code, detail } });
}
type Failing = Extract<BatchAnswer, { ok: false }>['problem'];

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

type Send = (entries: string, key: string) => Promise<BatchAnswer>;

function run(file: File, send: Send, controller = new AbortController()) {
  const told: ImportResult[] = [];
  const waited: number[] = [];
  const onProgress = (result: ImportResult) => told.push(result);
  const after = (delayInMs: number, call: () => void) => {
    waited.push(delayInMs);
    queueMicrotask(call);
    return () => {};
  };
  const settings = { startedOn: 0, signal: controller.signal, send, onProgress, clock: { after } };
  return { told, waited, end: importFile(file, settings) };
}

it('saves every entry, tells how far it is, and by which parts it is taken back', async () => {
  const { sent, send } = service();
  const { told, end } = run(fileOf(450), send);
  const { result, parts } = await end;
  expect(sent.map((ids) => ids.length)).toEqual([200, 200, 50]);
  expect(told.map(({ doneCount }) => doneCount)).toEqual([200, 400, 450]);
  expect(result).toEqual({ ...nothingImported, doneCount: 450 });
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

it('goes on where it was broken off, with the key of the batch that may have been sent', async () => {
  const places: ImportPlace[] = [];
  const keys: string[] = [];
  const { send } = service(['e1', 'e401']);
  const controller = new AbortController();
  const settings = { startedOn: 0, signal: controller.signal, onProgress() {}, clock: { after: () => () => {} } };
  const breaking: Send = async (entries, key) => {
    keys.push(key);
    if (keys.length < 2) return send(entries);
    controller.abort();
    return { ok: false, problem: { code: 'Unreachable', detail: 'The page was left.' } };
  };
  const onPlace = (place: ImportPlace) => void places.push(place);
  await importFile(fileOf(450), { ...settings, send: breaking, onPlace });
  const from = places.at(-1);
  expect(from).toMatchObject({
    batchCount: 1,
    doneCount: 199,
    refused: [{ line: 2, id: 'e1' }],
    idempotencyKey: keys[1],
  });

  const { sent, send: sendOn } = service(['e1', 'e401']);
  const sentKeys: string[] = [];
  const { result, parts } = await importFile(fileOf(450), {
    ...settings,
    signal: new AbortController().signal,
    from,
    send: (entries, key) => {
      sentKeys.push(key);
      return sendOn(entries);
    },
  });
  expect(sent.map((ids) => [ids[0], ids.length])).toEqual([
    ['e200', 200],
    ['e400', 50],
  ]);
  expect(sentKeys[0]).toBe(keys[1]);
  expect(result).toMatchObject({ doneCount: 448, isStopped: false });
  expect(result.refused.map(({ line, text }) => [line, text])).toEqual([
    [2, '{"id":"e1","value":1}'],
    [402, '{"id":"e401","value":401}'],
  ]);
  expect(parts.flatMap(({ ids }) => ids)).toHaveLength(249);
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
  ['says why', failing('PayloadTooLarge', 'Full.'), 'Full.', undefined],
  ['does not answer', failing('Unreachable', 'Away.'), 'Away.', { count: 200, first: 201, last: 400 }],
  ['fails', failing('ServiceUnavailable', 'Away.'), 'Away.', { count: 200, first: 201, last: 400 }],
  [
    'cannot be asked',
    () => Promise.reject(new Error('away')),
    'The dashboard did not answer. Check the connection and try again.',
    { count: 200, first: 201, last: 400 },
  ],
])('ends where the service %s, and tells what was saved and what is not known', async (_, fail, failure, unknown) => {
  const { sent, send } = service();
  const { waited, end } = run(fileOf(450), (entries) => (sent.length < 1 ? send(entries) : fail()));
  const { result, parts } = await end;
  expect(waited, 'an answer that says why is final').toHaveLength(unknown === undefined ? 0 : 7);
  expect(result).toEqual({ doneCount: 200, refused: [], isStopped: true, failure, unknown });
  expect(parts).toHaveLength(1);
});

it('sends a batch without an answer again under its key, and goes on with the answer', async () => {
  const { sent, send } = service();
  const keys: string[] = [];
  let failures = 3;
  const { told, waited, end } = run(fileOf(450), async (entries, key) => {
    keys.push(key);
    if (sent.length === 1 && failures-- > 0) throw new Error('away');
    return send(entries);
  });
  const { result, parts } = await end;
  expect(result).toEqual({ ...nothingImported, doneCount: 450 });
  expect(parts).toHaveLength(3);
  expect(keys.slice(1, 5)).toEqual(Array(4).fill(keys[1]));
  expect(new Set(keys).size, 'each batch has its own').toBe(3);
  expect(waited).toEqual([1_000, 2_000, 4_000]);
  expect(told[1]).toMatchObject({
    doneCount: 200,
    failure: 'The dashboard did not answer.',
    isStopped: false,
  });
  expect(told.at(-1)?.failure).toBeUndefined();
});

it('says that there is no connection while it waits for one, and goes on by itself', async () => {
  const { send } = service();
  let failures = 1;
  const { told, end } = run(fileOf(3), async (entries) => {
    if (failures-- > 0) throw new NotSentError('not sent');
    return send(entries);
  });
  const { result } = await end;
  expect(result).toEqual({ ...nothingImported, doneCount: 3 });
  expect(told[0]).toMatchObject({ doneCount: 0, failure: 'There is no connection.' });
});

it('is stopped while it waits for an answer, and says what is not known', async () => {
  for (const isBefore of [true, false]) {
    const controller = new AbortController();
    const { signal } = controller;
    const onProgress = () => isBefore && controller.abort();
    const after = () => {
      queueMicrotask(() => controller.abort());
      return () => {};
    };
    const send = failing('Unreachable', 'Away.');
    const { result } = await importFile(fileOf(3), { startedOn: 0, signal, send, onProgress, clock: { after } });
    expect(result).toMatchObject({ isStopped: true, unknown: { count: 3, first: 1, last: 3 } });
  }
});

it('tells which entries cannot be taken back, as the answer with their receipt was lost', async () => {
  const { sent, send } = service();
  const losing = async (entries: string): Promise<BatchAnswer> => {
    const answer = await send(entries);
    return sent.length === 2 && answer.ok ? { ok: true, value: { outcomes: answer.value.outcomes } } : answer;
  };
  const { parts } = await run(fileOf(450), losing).end;
  expect(parts.map(({ receipt, ids }) => [receipt, ids.length])).toEqual([
    ['receipt 1', 200],
    [undefined, 200],
    ['receipt 3', 50],
  ]);
  expect(whatStays(parts)).toMatch(/^200 entries cannot be undone/);
  expect(whatStays(parts.filter(({ receipt }) => receipt !== undefined))).toBeUndefined();
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
