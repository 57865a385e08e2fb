import { beforeEach, expect, it } from 'vitest';
import { JsonChecker } from './json-checker.ts';
import type { JsonAnswer, JsonOrder } from './json-worker.ts';

/** A worker that a test answers for. */
class FakeWorker extends EventTarget {
  orders: JsonOrder[] = [];
  isTerminated = false;
  postMessage = (order: JsonOrder) => void this.orders.push(order);
  terminate = () => {
    this.isTerminated = true;
  };
  answer = (data: JsonAnswer) => this.dispatchEvent(new MessageEvent('message', { data }));
}

const long = (end: string) => `["${'x'.repeat(200_000)}"${end}`;
const checkOf = (valueBytes: number): JsonAnswer => ({ check: { isJson: true, valueBytes, problems: [] } });
/** Resolves when the worker has so many orders. */
const ordered = (count: number) => expect.poll(() => worker.orders.length).toBe(count);
let worker: FakeWorker;
let checker: JsonChecker;

beforeEach(() => {
  worker = new FakeWorker();
  checker = new JsonChecker(() => worker);
});

it('checks and formats short texts without a worker', async () => {
  expect(await checker.check('{"a": tru}', {})).toMatchObject({ isJson: false });
  expect(await checker.format('[1]')).toBe('[\n  1\n]');
  expect(worker.orders).toEqual([]);
});

it('checks long texts in a worker, one at a time, and leaves out those that were typed over', async () => {
  const [first, second, third] = [1, 2, 3].map((n) => checker.check(long(`,${n}]`), {}));
  await ordered(1);
  expect(worker.orders.map(({ text }) => text.slice(-3))).toEqual([',3]']);
  worker.answer(checkOf(3));
  expect(await Promise.all([first, second, third])).toEqual([
    undefined,
    undefined,
    { isJson: true, valueBytes: 3, problems: [] },
  ]);
});

it('sends a long text in a turn of its own, and not at all when it was ended before', async () => {
  void checker.check(long(']'), {});
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  expect(worker.orders).toEqual([]);
  await ordered(1);
  worker.answer(checkOf(1));
  const ended = checker.check(long(']'), {});
  checker.end();
  expect(await ended).toBeUndefined();
  expect(worker.orders).toHaveLength(1);
});

it('formats a long text after the check that is under way', async () => {
  const check = checker.check(long(']'), {});
  const formatted = checker.format(long(']'));
  await ordered(1);
  worker.answer(checkOf(1));
  await check;
  await ordered(2);
  worker.answer({ formatted: 'laid out' });
  expect(await formatted).toBe('laid out');
});

it('ends its worker, and starts another when it is used again', async () => {
  void checker.check(long(']'), {});
  await ordered(1);
  checker.end();
  expect(worker.isTerminated).toBe(true);
  const again = checker.check(long(']'), {});
  await ordered(2);
  worker.answer(checkOf(2));
  expect(await again).toMatchObject({ valueBytes: 2 });
});
