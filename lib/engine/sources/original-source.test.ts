import { expect, test } from 'vitest';
import { modulePath } from './module-path.ts';
import { calledAt, hasName, originalPath, snippetOf } from './original-source.ts';

test.each([
  ['charge(1)', 'charge'],
  ['await charge(1)', 'charge'],
  ['await this.bank?.charge(order)', 'charge'],
  ['bank . charge (order)', 'charge'],
  ['read<Order>(id)', 'read'],
  ['this.#settle()', '#settle'],
  ['new Order(1)', undefined],
  ['charge + 1', undefined],
  ['[1, 2].map(charge)', undefined],
  ['', undefined],
])('the call at the begin of %j is of %j', (text, name) => {
  expect(calledAt(`first();\n  ${text}`, 1, 2)).toBe(name);
});

test('a place after the last line has neither a call nor lines', () => {
  expect(calledAt('charge()', 3, 0)).toBeUndefined();
  expect(snippetOf('charge()', 2)).toBeUndefined();
});

test('lines are those around the place, as far as there are some, and long ones are cut', () => {
  const text = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\r\n');
  expect(snippetOf(text, 10)).toEqual({ firstLine: 6, lines: [6, 7, 8, 9, 10, 11, 12, 13].map((n) => `line ${n}`) });
  expect(snippetOf(text, 1)).toEqual({ firstLine: 1, lines: [1, 2, 3, 4].map((n) => `line ${n}`) });
  expect(snippetOf(text, 20)).toEqual({ firstLine: 16, lines: [16, 17, 18, 19, 20].map((n) => `line ${n}`) });
  expect(snippetOf('x'.repeat(400), 1)?.lines).toEqual([`${'x'.repeat(300)}…`]);
});

test('a name that the source does not have, or a very short one, was made by a bundler', () => {
  const text = 'function charge() {}';
  expect([hasName(text, 'charge'), hasName(text, 'Object.charge')]).toEqual([true, true]);
  expect([hasName(text, 'c'), hasName(text, 'char$2'), hasName(text, '')]).toEqual([false, false, false]);
});

test.each([
  ['../src/charge.ts', 'src/charge.ts'],
  ['../../node_modules/p-retry/index.js', 'node_modules/p-retry/index.js'],
  ['webpack://shop/./src/charge.ts?1f2e', 'src/charge.ts'],
  ['/app/src/charge.ts', '/app/src/charge.ts'],
  ['..', '..'],
])('the source %j is shown as %j', (source, shown) => {
  expect(originalPath(source)).toBe(shown);
});

test.each([
  ['/app/dist/worker.js', '/app/dist/worker.js'],
  ['/app/my%20bundle/worker.js?v=1', '/app/my bundle/worker.js'],
  ['/app/100%/worker.js', '/app/100%/worker.js'],
  ['C:\\app\\worker.js', '/C:/app/worker.js'],
  ['/C:/app/worker.js', '/C:/app/worker.js'],
])('the module %j has the path %j', (printed, path) => {
  expect(modulePath(printed)).toBe(path);
});
