import { describe, expect, test } from 'vitest';
import { StepFailedError } from '../definition/failures.ts';
import { testFingerprintKey, toTaskError } from '../testing/errors-by-hand.ts';
import { type Failure, fingerprintKeyOf, fingerprintOf as keyedFingerprintOf } from './fingerprint.ts';
import { toTaskError as convert } from './task-error.ts';

const failure: Failure = { type: 'order', step: 'charge', name: 'Error', message: 'card 4711 declined' };
const fingerprintOf = (of: Failure) => keyedFingerprintOf(testFingerprintKey, of);
const changed = (change: Partial<Failure>) => fingerprintOf({ ...failure, ...change });

/** A stack whose own frames are these, as V8 prints it. */
const stackOf = (...frames: string[]) => ['Error: x', ...frames.map((frame) => `    at ${frame}`)].join('\n');

test('type, step, name, code and the shape of the message tell causes apart', () => {
  const causes = [
    fingerprintOf(failure),
    changed({ type: 'report' }),
    changed({ step: 'ship' }),
    changed({ step: undefined }),
    changed({ name: 'TypeError' }),
    changed({ code: 'E7' }),
    changed({ message: 'card stolen' }),
  ];
  expect(new Set(causes).size).toBe(causes.length);
  expect(changed({ message: 'card 4242 declined' })).toBe(causes[0]);
  expect(causes[0]).toMatch(/^4-[0-9a-f]{16}$/);
});

test.each([
  ['save carts/alice', 'save carts/bob'],
  ['save blob invoices/a/b', 'save blob invoices/c'],
  ['upload files/x\ny', 'upload files/z'],
  ['segment 1', 'segment 42'],
  ['wait for 01a1fff0-735d-7abc-8def-0123456789ab', 'wait for 01a1fff0-735d-7abc-8def-0123456789ac'],
])('the steps %j and %j of one loop fail of one cause', (one, other) => {
  expect(changed({ step: one })).toBe(changed({ step: other }));
});

test.each([
  ['save carts/alice', 'save orders/alice'],
  ['save carts/alice', 'delete carts/alice'],
  ['transaction carts', 'transaction orders'],
  ['send to the bank', 'send to the customer'],
])('the steps %j and %j stay apart', (one, other) => {
  expect(changed({ step: one })).not.toBe(changed({ step: other }));
});

test('who has another key cannot compute the fingerprint of a guess', () => {
  const other = fingerprintKeyOf(Buffer.alloc(32, 'other'));
  expect(keyedFingerprintOf(other, failure)).not.toBe(fingerprintOf(failure));
  const given = { type: 'order', fingerprint: () => 'AC04' };
  expect(convert('x', { ...given, key: other }).fingerprint).not.toBe(toTaskError('x', given).fingerprint);
});

describe('a stack with frames of the handler', () => {
  const frames = ['charge (file:///app/src/tasks/charge.ts:12:3)', 'async run (file:///app/src/tasks/order.ts:40:9)'];
  const stack = stackOf(...frames);

  test('counts in place of the message', () => {
    expect(changed({ stack, message: 'no money on Jane' })).toBe(changed({ stack, message: 'no money on Bob' }));
    expect(changed({ stack })).not.toBe(fingerprintOf(failure));
  });

  test('counts without lines, folders above and frames of others', () => {
    const other = stackOf(
      'charge (/srv/releases/7/src/tasks/charge.js:99:1)',
      'process.processTicksAndRejections (node:internal/process/task_queues:103:5)',
      'retry (/srv/releases/7/node_modules/p-retry/index.js:5:1)',
      'async run (/srv/releases/7/src/tasks/order.js:1:1)',
    );
    expect(changed({ stack: other })).toBe(changed({ stack }));
  });

  test.each([
    ['an await', ['async charge (file:///app/src/tasks/charge.ts:12:3)', 'run (file:///app/src/tasks/order.ts:40:9)']],
    ['a receiver', ['Object.charge (/a/tasks/charge.ts:1:1)', 'Module.run (/a/tasks/order.ts:1:1)']],
    ['a query', [`charge (file:///a/tasks/charge.ts?v=1:1:1)`, 'async run (file:///a/tasks/order.ts#x:1:1)']],
    ['recursion', [frames[0] ?? '', frames[0] ?? '', ...frames]],
    ['evaluated code', [frames[0] ?? '', 'eval (<anonymous>:1:1)', frames[1] ?? '']],
  ])('counts without %s', (_, others) => {
    expect(changed({ stack: stackOf(...others) })).toBe(changed({ stack }));
  });

  test('counts by its first five', () => {
    const deep = (...names: string[]) => changed({ stack: stackOf(...names.map((name) => `${name} (/a/b/c.ts:1:1)`)) });
    expect(deep('a', 'b', 'c', 'd', 'e', 'f')).toBe(deep('a', 'b', 'c', 'd', 'e'));
    expect(deep('a', 'b', 'c', 'd', 'e')).not.toBe(deep('a', 'b', 'c', 'd'));
  });

  test.each([
    ['another function', ['refund (file:///app/src/tasks/charge.ts:12:3)', frames[1] ?? '']],
    ['another module', ['charge (file:///app/src/tasks/other.ts:12:3)', frames[1] ?? '']],
    ['another caller', [frames[0] ?? '', 'async rerun (file:///app/src/tasks/order.ts:40:9)']],
  ])('tells %s apart', (_, others) => {
    expect(changed({ stack: stackOf(...others) })).not.toBe(changed({ stack }));
  });

  test('leaves codes at the start of a message apart', () => {
    const [wrong, closed] = ['AC01 wrong account (Jane)', 'AC04 closed account (Jane)'];
    expect(changed({ stack, message: wrong })).not.toBe(changed({ stack, message: closed }));
    expect(changed({ stack, message: '404 Not Found' })).not.toBe(changed({ stack, message: '500 Oops' }));
    expect(changed({ stack, message: 'AC01 wrong account (Bob)' })).toBe(changed({ stack, message: wrong }));
  });

  test('is not one of frames of the engine and of Node', () => {
    const engine = stackOf(
      `run (${import.meta.url}:3:1)`,
      'node:internal/timers:1:1',
      'x (/app/node_modules/y/z.js:1:1)',
    );
    expect(changed({ stack: engine })).toBe(fingerprintOf(failure));
  });
});

describe('a task type that groups its failures', () => {
  const definition = {
    type: 'order',
    fingerprint: (error: unknown) => (error instanceof RangeError ? 'out of range' : undefined),
  };

  test('decides where it gives a text', () => {
    const [one, other] = [new RangeError('1 of 2'), new RangeError('something else')];
    expect(toTaskError(one, definition).fingerprint).toBe(toTaskError(other, definition).fingerprint);
    expect(toTaskError(one, definition).fingerprint).not.toBe(toTaskError(one, { type: 'order' }).fingerprint);
    const plain = new Error('x');
    expect(toTaskError(plain, definition).fingerprint).toBe(toTaskError(plain, { type: 'order' }).fingerprint);
  });

  test('does not replace the failure when it throws', () => {
    const broken = {
      type: 'order',
      fingerprint: () => {
        throw new Error('broken');
      },
    };
    const error = new Error('x');
    expect(toTaskError(error, broken)).toEqual(toTaskError(error, { type: 'order' }));
  });

  test('is asked once for a failed step: its run has the same cause', () => {
    const failed = toTaskError(new RangeError('1'), definition, 'charge');
    expect(toTaskError(new StepFailedError('charge', failed), definition).fingerprint).toBe(failed.fingerprint);
  });

  test.each([[Symbol('x')], [5], [{}]])('does not replace the failure when it gives no text: %s', (given) => {
    const untyped = { type: 'order', fingerprint: (() => given) as unknown as () => string }; // as code without types may
    const error = new Error('x');
    expect(toTaskError(error, untyped)).toEqual(toTaskError(error, { type: 'order' }));
  });
});
