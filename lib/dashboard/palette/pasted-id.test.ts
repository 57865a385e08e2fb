import { expect, it } from 'vitest';
import { readPastedId } from './pasted-id.ts';

it('knows a task, alone or with a run', () => {
  expect(readPastedId(' order-1042 ')).toEqual({ task: { id: 'order-1042' } });
  expect(readPastedId('order-1042#7')).toEqual({ task: { id: 'order-1042', runCount: 7n } });
  expect(readPastedId('"0192f-ab:c"')).toEqual({ task: { id: '0192f-ab:c' } });
});

it('takes a number for a task or an event', () => {
  expect(readPastedId('88123')).toEqual({ task: { id: '88123' }, eventId: '88123' });
});

it.each(['03379225', '0', '9223372036854775808'])('takes %s, which no event can have, for a task alone', (text) => {
  expect(readPastedId(text)).toEqual({ task: { id: text } });
});

it.each(['order#0', 'order#00', 'order#9223372036854775808'])('finds nothing in %s, a run that cannot be', (text) => {
  expect(readPastedId(text)).toEqual({});
});

it('reads the address that a colleague sent', () => {
  expect(readPastedId('https://tasks.example.com/tasks/order-1042?run=3&step=2')).toEqual({
    task: { id: 'order-1042', runCount: 3n },
  });
});

it('finds nothing in an address whose encoding is broken', () => {
  expect(readPastedId('https://tasks.example.com/tasks/100%')).toEqual({});
});

it('takes words for words', () => {
  expect(readPastedId('order that waits')).toEqual({});
  expect(readPastedId('')).toEqual({});
  expect(readPastedId('order#x')).toEqual({});
});

it('knows a reference to an entry of state, whatever stands in its id', () => {
  expect(readPastedId('shop/orders/1042')).toEqual({ entry: { storeName: 'shop', id: 'orders/1042' } });
  expect(readPastedId('shop/a b/..//100% 🦊')).toEqual({ entry: { storeName: 'shop', id: 'a b/..//100% 🦊' } });
  expect(readPastedId('Shop/orders')).toEqual({});
  expect(readPastedId('shop/')).toEqual({});
});
