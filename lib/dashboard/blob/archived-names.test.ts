import { expect, test } from 'vitest';
import { archivedNames } from './archived-names.ts';

const names = (...blobs: (string | [id: string, fileName: string])[]) =>
  archivedNames(blobs.map((blob) => (typeof blob === 'string' ? { id: blob } : { id: blob[0], fileName: blob[1] })));

test('a blob has the id of its entry, and below it the name of its file where that is another one', () => {
  expect(names('a', ['in/b.txt', 'b.txt'], ['c', 'c'], ['orders/1', 'invoice.pdf'])).toEqual([
    ...['a', 'in/b.txt', 'c', 'orders/1/invoice.pdf'],
  ]);
});

test('no name leaves the folder that it is unpacked in, or cannot be written there', () => {
  expect(names('../../etc/passwd', '/root', 'a//b', '.', ['c', '../d'], 'x\\..\\y', 'tab\tq"<>|?*:')).toEqual([
    ...['_/_/etc/passwd', '_/root', 'a/_/b', '_ (2)', 'c/.._d', 'x_.._y', 'tab_q_______'],
  ]);
});

test('no name looks like another one, or is that of a device', () => {
  expect(names('invoice\u202efdp.exe', 'a\u2028b', 'con', 'in/NUL.txt', 'console', 'end. .', '.hidden')).toEqual([
    ...['invoice_fdp.exe', 'a_b', 'con_', 'in/NUL_.txt', 'console', 'end_', '.hidden'],
  ]);
});

test('no name is there twice, whatever their case', () => {
  expect(names('a', 'A', 'a (2)', 'a\\b', 'a:b')).toEqual(['a', 'A (2)', 'a (2) (2)', 'a_b', 'a_b (2)']);
  expect(names('caf\u00e9', 'cafe\u0301'), 'of macOS, they are one file').toEqual(['caf\u00e9', 'cafe\u0301 (2)']);
});

test('no name is that of a folder which another one needs', () => {
  expect(names('orders', 'Orders/1', 'orders/1/invoice')).toEqual(['orders (2)', 'Orders/1 (2)', 'orders/1/invoice']);
  expect(names(['orders', 'invoice.pdf'], 'orders/invoice.pdf/page')).toEqual([
    ...['orders/invoice.pdf (2)', 'orders/invoice.pdf/page'],
  ]);
  expect(names('a', 'a/b', 'a (2)/b')).toEqual(['a (3)', 'a/b', 'a (2)/b']);
});

test('no part of a name is longer than file systems take, and of those that are cut alike each is there', () => {
  const long = 'x'.repeat(300);
  const [first, second, smiling, plain] = names(
    `in/${long}.json`,
    `in/${long}y.json`,
    `a${'😀'.repeat(90)}`,
    `${long}.${long}`,
  );
  expect(first).toBe(`in/${'x'.repeat(235)}.json`);
  expect(second).toBe(`in/${'x'.repeat(235)}.json (2)`);
  expect(names(`${'y'.repeat(239)} z`)).toEqual([`${'y'.repeat(239)}_`]);
  expect(smiling).toBe(`a${'😀'.repeat(59)}`);
  expect(plain).toBe('x'.repeat(240));
});
