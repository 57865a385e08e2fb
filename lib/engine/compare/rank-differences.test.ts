import { expect, test } from 'vitest';
import { type ComparedTask, fieldsOf } from './fields-of.ts';
import { rankDifferences } from './rank-differences.ts';
import { Tally } from './tally.ts';

/** Ranks fields from the values of each side. */
function rank(matching: readonly Record<string, unknown>[], others: readonly Record<string, unknown>[]) {
  const tally = new Tally();
  const fields = (task: Record<string, unknown>) =>
    new Map(Object.entries(task).map(([name, value]) => [name, new Set([JSON.stringify(value)])]));
  for (const task of matching) tally.add('matching', fields(task));
  for (const task of others) tally.add('others', fields(task));
  return rankDifferences(tally, { matching: matching.length, others: others.length });
}
const times = (amount: number, task: (n: number) => Record<string, unknown>) =>
  Array.from({ length: amount }, (_, n) => task(n));

test('the field with the clearest difference comes first', () => {
  const failing = times(100, (n) => ({ country: n < 96 ? 'ES' : 'DE', plan: n < 60 ? 'free' : 'paid' }));
  const fine = times(100, (n) => ({ country: n < 11 ? 'ES' : 'DE', plan: n < 20 ? 'free' : 'paid' }));
  const [first, second] = rank(failing, fine);
  expect(first).toMatchObject({
    field: 'country',
    values: [{ value: 'ES', matching: 96, others: 11 }, { value: 'DE' }],
  });
  expect(second?.field).toBe('plan');
  expect(first?.difference).toBeGreaterThan(0.6);
});

test('a value that each task has by itself, and what chance explains, does not come', () => {
  const failing = times(50, (n) => ({ id: `a${n}`, coin: n % 2, rare: n === 0 ? 'x' : 'y' }));
  const fine = times(50, (n) => ({ id: `b${n}`, coin: (n + (n > 40 ? 1 : 0)) % 2, rare: 'y' }));
  expect(rank(failing, fine)).toEqual([]);
});

test('that a field is missing is a value too', () => {
  const [field] = rank(
    times(40, () => ({})),
    times(40, () => ({ customer: 'Ada' })),
  );
  expect(field?.values).toEqual([
    { value: 'Ada', matching: 0, others: 40 },
    { matching: 40, others: 0 },
  ]);
});

test('few tasks tell nothing, and a side without tasks neither', () => {
  expect(
    rank(
      [{ a: 1 }],
      times(1_000, () => ({ a: 2 })),
    ),
  ).toEqual([]);
  expect(rank([], [{ a: 1 }])).toEqual([]);
});

const task: ComparedTask = {
  ...{ type: 'order', queue: 'mail', worker: 'w1', version: '2', tags: { customer: 'Ada' } },
  queuedOn: '2026-11-21T10:00:00.000Z',
  startedOn: '2026-11-21T10:00:00.500Z',
  endedOn: '2026-11-21T10:02:00.000Z',
  input: undefined,
};

test('the fields of a task are its place, its times, its tags and every scalar of its input', () => {
  const input = {
    a: { 'b/c': 1n, none: null },
    list: [1, 1, { x: true }],
    hidden: { $redacted: true },
    long: 'x'.repeat(500),
  };
  const fields = Object.fromEntries(
    [...fieldsOf({ ...task, input })].map(([name, texts]) => [
      name,
      typeof texts === 'string' ? texts : [...texts].join(),
    ]),
  );
  expect(fields).toEqual({
    ...{ type: '"order"', queue: '"mail"', worker: '"w1"', version: '"2"', hour: '10', 'tag.customer': '"Ada"' },
    ...{ queueWait: '"under 1 s"', duration: '"under 10 min"' },
    ...{ 'input/a/b~1c': '1', 'input/a/none': 'null', 'input/list/*': '1', 'input/list/*/x': 'true' },
  });
});
