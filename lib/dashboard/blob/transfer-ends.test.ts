import { describe, expect, it } from 'vitest';
import type { Transfer } from '@/components/blob/transfer.ts';
import { createEndWatch, inTrayOrder, kindsOfTransfers, summarizeTransfers } from './transfer-ends.ts';

const transfer = (key: string, by: Partial<Transfer> = {}): Transfer => ({
  ...{ key, batch: 'b', storeName: 'shop', id: `in/${key}`, fileName: `${key}.txt`, size: 100 },
  ...{ state: 'sending', readBytes: 0, sentBytes: 0 },
  ...by,
});
const done = (key: string, receipt?: string): Transfer =>
  transfer(key, {
    state: 'done',
    contentHash: 'aa',
    result: {
      ...{ storeName: 'shop', id: key, contentHash: 'aa', contentLength: 1, contentType: 'text/plain', etag: '"b"' },
      ...{ versionId: '1', metadata: {}, entryEtag: '"e"', version: 1, lastModifiedOn: '2026-11-21T10:00:00.000Z' },
      ...(receipt === undefined ? {} : { receipt }),
    },
  });

describe('uploads that end', () => {
  it('are announced together once the last of their batch has ended', () => {
    const look = createEndWatch();
    expect(look([transfer('b'), transfer('a')])).toEqual({ ended: [], failures: [], changes: [] });
    const first = look([transfer('b'), done('a', 'r1')]);
    expect([first.ended.map(({ key }) => key), first.changes]).toEqual([['a'], []]);
    const last = look([done('b', 'r2'), done('a', 'r1')]);
    expect(last.ended.map(({ key }) => key)).toEqual(['b']);
    expect(last.changes).toEqual([
      {
        storeName: 'shop',
        title: '2 files are uploaded',
        description: 'shop, verified by SHA-256',
        parts: [
          { receipt: 'r1', ids: ['in/a'] },
          { receipt: 'r2', ids: ['in/b'] },
        ],
      },
    ]);
    expect(look([done('b', 'r2'), done('a', 'r1')])).toEqual({ ended: [], failures: [], changes: [] });
  });

  it('are not announced where none was done', () => {
    const { ended, changes } = createEndWatch()([
      transfer('b', { state: 'canceled' }),
      transfer('a', { state: 'failed' }),
    ]);
    expect([ended.length, changes]).toEqual([2, []]);
  });

  it('are announced after a failed one was tried again, without the others once more', () => {
    const look = createEndWatch();
    expect(look([transfer('b', { state: 'failed' }), done('a')]).changes[0]?.title).toBe('a.txt is uploaded');
    look([transfer('b'), done('a')]);
    expect(look([done('b'), done('a')]).changes.map(({ title }) => title)).toEqual(['b.txt is uploaded']);
  });

  it('tell of the files of a batch that failed in one message, whose number grows', () => {
    const problem = { code: 'QuotaExceeded', detail: 'The quota of the store is used up.' };
    const failed = (key: string, by = problem) => transfer(key, { state: 'failed', problem: by });
    const look = createEndWatch();
    const [first] = look([transfer('c'), transfer('b'), failed('a')]).failures;
    expect(first).toMatchObject({ title: 'a.txt was not uploaded', description: problem.detail });
    const [second] = look([transfer('c'), failed('b'), failed('a')]).failures;
    expect(second).toEqual({ id: first?.id, title: '2 files were not uploaded', description: problem.detail });
    const other = { code: 'BlobNotAccepted', detail: '' };
    expect(look([failed('c', other), failed('b'), failed('a')]).failures[0]).toMatchObject({
      title: '3 files were not uploaded',
      description: 'The entry does not accept a blob. And 1 other problem.',
    });
    expect(look([failed('c', other), failed('b'), failed('a')]).failures).toEqual([]);
  });

  it('of another batch wait for nobody', () => {
    const { changes } = createEndWatch()([transfer('b', { batch: 'other' }), done('a')]);
    expect(changes).toHaveLength(1);
  });

  it('are called verified only when all of them are', () => {
    const unread = { ...done('b'), contentHash: undefined };
    expect(createEndWatch()([unread, done('a')]).changes[0]?.description).toBe('shop');
    expect(createEndWatch()([done('a')]).changes[0]?.description).toBe('in/a, verified by SHA-256');
  });
});

describe('the uploads in short', () => {
  it.each([
    [
      'under way',
      [transfer('a', { sentBytes: 50 }), transfer('b'), { ...done('c'), batch: 'earlier' }],
      '2 in progress, 25 %',
    ],
    [
      'a batch of which some have ended',
      [transfer('a', { sentBytes: 50 }), done('b'), done('c')],
      '1 in progress, 83 %',
    ],
    ['read', [transfer('a', { state: 'reading', readBytes: 50, sentBytes: 10 })], '1 being read, 50 %'],
    [
      'read and sent',
      [transfer('a', { state: 'reading', readBytes: 50 }), transfer('b', { sentBytes: 20 })],
      '2 in progress, 10 %',
    ],
    [
      'held up',
      [transfer('a', { state: 'offline', sentBytes: 20 }), transfer('b', { state: 'waiting' })],
      '2 held up, 10 %',
    ],
    [
      'held up in part',
      [transfer('a', { state: 'offline', sentBytes: 20 }), transfer('b', { sentBytes: 20 })],
      '2 in progress, 20 %',
    ],
    ['failed', [transfer('a', { state: 'failed' }), done('b')], '1 failed'],
    ['done', [done('a')], 'all done'],
  ])('%s', (_name, transfers, words) => {
    expect(summarizeTransfers(transfers).words).toBe(words);
  });
});

it('parts the uploads by kind, those first that need somebody', () => {
  const states = ['waiting', 'waiting', 'done', 'reading', 'sending', 'failed', 'offline', 'canceled'] as const;
  const transfers = states.map((state, at) => transfer(`t${at}`, { state }));
  expect(
    kindsOfTransfers(transfers).map(({ kind, ofKind }) => `${kind} ${ofKind.map(({ key }) => key).join(' ')}`),
  ).toEqual(['failed t5', 'held up t6', 'in progress t3 t4', 'queued t0 t1', 'done t2', 'cancelled t7']);
});

it('shows those first that need somebody, then what is sent and what is next, in the order in which they are sent', () => {
  const keys = (...transfers: Transfer[]) => inTrayOrder(transfers).map(({ key }) => key);
  const waiting = ['w3', 'w2', 'w1'].map((key) => transfer(key, { state: 'waiting' }));
  const sending = ['s2', 's1'].map((key) => transfer(key));
  expect(keys(...waiting, ...sending, done('d2'), transfer('f', { state: 'failed' }), done('d1'))).toEqual([
    ...['f', 's1', 's2', 'w1', 'w2', 'w3', 'd2', 'd1'],
  ]);
});
