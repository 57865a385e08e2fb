import { expect, test } from 'vitest';
import { RecordedReads } from './recorded-reads.ts';

const minute = 60_000;

function recorder(options?: { maximum: number }) {
  const reads = new RecordedReads(options);
  const written: string[][] = [];
  const record = (names: readonly string[], now: number) =>
    reads.record(
      names,
      async (unrecorded) => {
        written.push(unrecorded);
      },
      now,
    );
  return { reads, written, record };
}

test('a record stands for the same read of the next five minutes', async () => {
  const { written, record } = recorder();
  await record(['a'], 0);
  await record(['a', 'b'], 4 * minute);
  await record(['a', 'b'], 5 * minute - 1);
  await record(['a', 'b'], 5 * minute);
  await record(['b'], 9 * minute);
  expect(written).toEqual([['a'], ['b'], ['a'], ['b']]);
});

test('a read waits for the record that stands for it, and fails with it', async () => {
  const reads = new RecordedReads();
  const first = Promise.withResolvers<void>();
  const one = reads.record(['a'], () => first.promise, 0);
  const two = reads.record(['a'], () => Promise.reject(new Error('not asked to write')), 0);
  first.reject(new Error('the database is away'));
  expect(await Promise.allSettled([one, two])).toMatchObject([
    { status: 'rejected', reason: { message: 'the database is away' } },
    { status: 'rejected', reason: { message: 'the database is away' } },
  ]);
});

test('nothing stands for a read whose record failed or was not written', async () => {
  const { reads, written, record } = recorder();
  await reads.record(['a'], () => Promise.reject(new Error('away')), 0).catch(() => {});
  await reads.record(['b'], () => undefined, 0);
  await record(['a', 'b'], 1);
  expect(written).toEqual([['a', 'b']]);
});

test('the oldest are dropped, so that the memory has a bound', async () => {
  const { written, record } = recorder({ maximum: 2 });
  for (const [now, name] of ['a', 'b', 'c', 'b', 'a'].entries()) await record([name], now);
  expect(written).toEqual([['a'], ['b'], ['c'], ['a']]);
});
