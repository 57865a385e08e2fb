import { expect, it } from 'vitest';
import { JsonChecker } from './json-checker.ts';
import type { JsonAnswer, JsonOrder } from './json-worker.ts';
import { takeValue } from './take-value.ts';

const big = '12345678901234567890';

it('takes the value out of an object as text that people can read, with its numbers exact', () => {
  expect(takeValue(`{"id":"a","value":{"n":${big}},"version":3}`)).toEqual({
    rest: '{"id":"a","version":3}',
    value: `{\n  "n": ${big}\n}`,
  });
  expect(takeValue('{"value":null}')).toEqual({ rest: '{}', value: 'null' });
  expect(takeValue('{"id":"a"}')).toEqual({ rest: '{"id":"a"}', value: undefined });
});

it('is done in the worker when the text is long, and at once when it is short', async () => {
  const orders: JsonOrder[] = [];
  class Worker extends EventTarget {
    terminate = () => {};
    postMessage = (order: JsonOrder) => {
      orders.push(order);
      const data: JsonAnswer = { taken: takeValue(order.text) };
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
    };
  }
  const reader = new JsonChecker(() => new Worker());
  expect(await reader.takeValue('{"value":1}')).toEqual({ rest: '{}', value: '1' });
  expect(orders).toEqual([]);
  const long = 'x'.repeat(200_000);
  expect(await reader.takeValue(`{"value":"${long}"}`)).toEqual({ rest: '{}', value: `"${long}"` });
  expect(orders.map(({ options }) => options)).toEqual(['takeValue']);
});
