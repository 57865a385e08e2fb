import { expect, test } from 'vitest';
import { createsEntries, emptyReceipt, type ReceiptEntry, readReceipt, removedBy, writeReceipt } from './receipt.ts';

const entry = (id: string, previousVersion: number | undefined, isDeletion = false): ReceiptEntry => ({
  id,
  change: 7,
  version: 4,
  previousVersion,
  isDeletion,
});
const created = entry('created', undefined);
const updated = entry('updated', 3);
const deleted = entry('deleted', 3, true);

test('a receipt is read as it was written, for its store', async () => {
  const entries = [created, updated, deleted];
  expect(await readReceipt(writeReceipt({ storeKey: 5, entries }), 5)).toEqual({ storeKey: 5, entries });
});

test('an undo removes the entries that the change created, and no others', async () => {
  const removed = (entries: ReceiptEntry[]) => removedBy(writeReceipt({ storeKey: 5, entries }));
  expect(await removed([created, updated, deleted])).toBe(1);
  expect(await removed([updated, deleted])).toBe(0);
  expect(await removed([created, entry('also created', undefined)])).toBe(2);
  expect(await removedBy('no receipt')).toBe(0);
});

test('a change creates entries when it created all that it touched', () => {
  const creates = (entries: ReceiptEntry[]) => createsEntries(writeReceipt({ storeKey: 5, entries }));
  expect(creates([created])).toBe(true);
  expect(creates([created, updated])).toBe(false);
  expect(creates([updated])).toBe(false);
  expect(createsEntries('no receipt')).toBe(false);
});

test('the receipt of a change without effect is one of any store', async () => {
  expect(await readReceipt(emptyReceipt, 5)).toEqual({ storeKey: 5, entries: [] });
});

const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
test.each([
  ['of another store', writeReceipt({ storeKey: 6, entries: [created] })],
  ['that is no JSON', Buffer.from('[5,[').toString('base64url')],
  ['that names an entry twice', writeReceipt({ storeKey: 5, entries: [created, created] })],
  ['with a version below zero', packed([5, [['a', 1, -1, 0, 0]]])],
  ['with a kind that there is not', packed([5, [['a', 1, 1, 0, 2]]])],
  ['of more entries than a change has', packed([5, Array.from({ length: 1_001 }, (_, n) => [`e${n}`, 1, 1, 0, 0])])],
])('a receipt %s is refused, and says where it was given', async (_, text) => {
  await expect(readReceipt(text, 5)).rejects.toMatchObject({
    code: 'InvalidRequest',
    details: [{ pointer: '/receipt', message: 'the receipt is not one of a change of this store' }],
  });
});

test('a receipt of as many entries as a change has is read', async () => {
  const entries = Array.from({ length: 1_000 }, (_, n) => entry(`e${n}`, undefined));
  expect((await readReceipt(writeReceipt({ storeKey: 5, entries }), 5)).entries).toHaveLength(1_000);
});
