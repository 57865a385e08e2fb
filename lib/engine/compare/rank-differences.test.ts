import { expect, test } from 'vitest';
import { type JsonScalar, parseJson, stringifyJson } from '#contract';
import { rankDifferences } from './rank-differences.ts';
import { type Side, Tally } from './tally.ts';
import { type ComparedTask, tellTask } from './tell-task.ts';

/** Ranks fields from the values of each side. */
function rank(matching: readonly Record<string, JsonScalar>[], others: readonly Record<string, JsonScalar>[]) {
  const tally = new Tally();
  const add = (side: Side, task: Record<string, JsonScalar>) => {
    tally.begin(side);
    for (const [name, value] of Object.entries(task)) tally.field(name).add(value);
  };
  for (const task of matching) add('matching', task);
  for (const task of others) add('others', task);
  return rankDifferences(tally, { matching: matching.length, others: others.length });
}
const times = (amount: number, task: (n: number) => Record<string, JsonScalar>) =>
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
  queuedOn: Date.parse('2026-11-21T10:00:00.000Z'),
  startedOn: Date.parse('2026-11-21T10:00:00.500Z'),
  endedOn: Date.parse('2026-11-21T10:02:00.000Z'),
  input: undefined,
};

test('the fields of a task are its place, its times, its tags and every scalar of its input', () => {
  const input = parseJson(`{ "a": { "b/c": 12345678901234567890, "none": null, "exact": 0.12345678901234567 },
    "list": [1, 1, 2, { "x": true }], "hidden": { "$redacted": true }, "long": "${'x'.repeat(500)}",
    "d": [[[[["deep", [["deeper"]]]]]]] }`);
  const tally = new Tally();
  for (const side of ['matching', 'others', 'others'] as const) {
    tally.begin(side);
    tellTask(tally, { ...task, input });
  }
  expect(tally.fields.map(({ matching, others }) => [matching, others])).toEqual(tally.fields.map(() => [1, 2]));
  const fields = Object.fromEntries(
    tally.fields.map(({ name, values }) => [name, values.map(({ value }) => stringifyJson(value)).join()]),
  );
  expect(fields).toEqual({
    ...{ type: '"order"', queue: '"mail"', worker: '"w1"', version: '"2"', hour: '10', 'tag.customer': '"Ada"' },
    ...{ queueWait: '"under 1 s"', duration: '"under 10 min"' },
    ...{ 'input/a/b~1c': '12345678901234567890', 'input/a/none': 'null', 'input/a/exact': '0.12345678901234567' },
    ...{ 'input/list/*': '1,2', 'input/list/*/x': 'true', 'input/d/*/*/*/*/*': '"deep"' },
  });
  for (const { values } of tally.fields)
    for (const { matching, others } of values) expect([matching, others]).toEqual([1, 2]);
});

test('what tells tasks apart is counted up to a bound', () => {
  const tally = new Tally();
  for (let n = 0; n < 2_500; n += 1) {
    tally.begin('others');
    tellTask(tally, { ...task, input: { id: n, [`name ${n}`]: { a: [n], b: 1 } } });
  }
  expect(tally.fields).toHaveLength(1_000);
  expect(tally.fields.find(({ name }) => name === 'input/id')).toMatchObject({ others: 2_500 });
  expect(tally.fields.find(({ name }) => name === 'input/id')?.values).toHaveLength(2_000);
});
