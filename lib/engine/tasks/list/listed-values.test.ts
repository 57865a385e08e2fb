import { expect, test } from 'vitest';
import { limits, longestListedValue, taskListQuery } from '#contract';
import { started } from '../../../contract/testing/started.ts';
import { ada, config, endTask, listing, startEngine } from '../../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');

async function valuesOf(id: string, ...values: string[]) {
  const { value } = await fixture.engine.listTasks(listing({ id: [id], values }));
  expect(value[0]).not.toHaveProperty('input');
  expect(value[0]).not.toHaveProperty('output');
  return value[0]?.values;
}

test('a list carries the values at the paths that it was asked for, and nothing else of input and output', async () => {
  const input = {
    total: 12.5,
    big: 12345678901234567890n,
    customer: { id: 'A-17', tags: ['x'] },
    none: null,
    '': { a: 1 },
  };
  await fixture.engine.createTask(config({ id: 'some', input }), ada);
  expect(
    await valuesOf(
      'some',
      '/input/total',
      '/input/big',
      '/input/customer',
      '/input/customer/tags/0',
      '/input/none',
      '/input//a',
    ),
  ).toEqual({
    '/input/total': { value: 12.5 },
    '/input/big': { value: 12345678901234567890n },
    '/input/customer': { value: { id: 'A-17', tags: ['x'] } },
    '/input/customer/tags/0': { value: 'x' },
    '/input/none': { value: null },
    '/input//a': { value: 1 },
  });
  expect(await valuesOf('some', '/input/absent', '/input/total/below', '/output', '/output/total')).toEqual({});
  expect((await fixture.engine.listTasks(listing({ id: ['some'] }))).value[0]).not.toHaveProperty('values');
});

test('values are those of the current run', async () => {
  await fixture.engine.createTask(config({ id: 'again', input: { round: 1 } }), ada);
  await endTask(fixture.database, 'again');
  await fixture.database`
    update run set output = '{"sum": 3}' where task_key = (select key from task where id = 'again')`;
  expect(await valuesOf('again', '/input/round', '/output/sum')).toEqual({
    '/input/round': { value: 1 },
    '/output/sum': { value: 3 },
  });
  await fixture.engine.rerunTask('again', { input: { round: 2 } }, ada);
  expect(await valuesOf('again', '/input/round', '/output/sum')).toEqual({ '/input/round': { value: 2 } });
});

test('a long text is cut, another long value is omitted, and what cannot be read is said so', async () => {
  const text = 'ä'.repeat(longestListedValue);
  const list = Array.from({ length: longestListedValue }, (_, index) => index);
  await fixture.engine.createTask(config({ id: 'long', input: { text, list } }), ada);
  const values = await valuesOf('long', '/input/text', '/input/list', '/input/list/1000');
  expect(values).toEqual({
    '/input/text': { value: 'ä'.repeat(256), isTruncated: true },
    '/input/list': { isTruncated: true },
    '/input/list/1000': { value: 1000 },
  });
  await fixture.engine.createTask(config({ id: 'odd', input: { text: 'a\u0000b' } }), ada);
  expect(await valuesOf('odd', '/input/text')).toEqual({ '/input/text': { isTruncated: true } });
});

test('pages are short where the inputs that the values are read from are large', async () => {
  const filler = 'x'.repeat(limits.pageBytes / 2);
  for (const id of ['large-1', 'large-2', 'large-3'])
    await fixture.engine.createTask(config({ id, name: 'large', input: { n: 1, filler } }), ada);
  const first = await fixture.engine.listTasks(listing({ search: 'large-', values: ['/input/n'] }));
  expect(first.value.length).toBeLessThan(3);
  expect(first.continuationToken).toBeDefined();
});

test.each([
  [['/total'], 'a JSON Pointer at or below /input or /output'],
  [['input.total'], 'a JSON Pointer'],
  [['/inputs/total'], 'a JSON Pointer at or below /input or /output'],
  [['/input/items/-1'], 'an index has no sign'],
  [['/input/a\u0000'], 'no NUL'],
  [[`/input/${'x'.repeat(256)}`], '256'],
  [['/input/a', '/input/a'], 'each path is given once'],
  [Array.from({ length: 11 }, (_, index) => `/input/${index}`), 'has 11 paths, the limit (listedPaths) is 10'],
])('paths %j are refused', (values, message) => {
  const parsed = taskListQuery.safeParse({ values });
  expect(parsed.error?.issues.map((issue) => issue.message).join()).toContain(message);
});
