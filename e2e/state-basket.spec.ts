import { expect, expectAccessible, test } from './fixtures.ts';
import { StateEditor } from './pages/state-editor.ts';

const storeOf = () => `basket-${crypto.randomUUID().slice(0, 8)}`;

test('gathers edits, a delete and a new entry, resolves one conflict, and commits all as one change', async ({
  page,
  client,
}) => {
  test.slow(); // it goes a long way
  const storeName = storeOf();
  const state = client.getStateClient();
  await state.saveBulkStateAsync(storeName, {
    entries: [
      { id: 'stock/a', value: { count: 9007199254740993n, place: 'x' } },
      { id: 'stock/b', value: { count: 2 } },
      { id: 'stock/old', value: 'gone soon' },
    ],
  });
  const editor = new StateEditor(page, storeName);
  await editor.edit('stock/a');
  await editor.write('{"count": 9007199254740995, "place": "x"}');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await editor.isClosed('stock/a');
  expect((await state.getStateAsync(storeName, 'stock/a')).version).toBe(1);

  await editor.edit('stock/b');
  await editor.write('{"count": 3}');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await editor.isClosed('stock/b');

  await editor.openStore();
  await page.getByRole('checkbox', { name: /stock\/old/ }).click();
  await page.getByRole('button', { name: 'Add deletes to basket' }).click();
  await page.getByRole('button', { name: 'New entry' }).click();
  await page.getByRole('textbox', { name: 'Id', exact: true }).fill('stock/new');
  await editor.write('{"count": 1}');
  await page.getByRole('button', { name: 'Add to basket' }).click();

  await page.reload();
  const basket = await editor.openBasket();
  await expect(basket.getByText('4/100 operations')).toBeVisible();
  await basket.getByRole('button', { name: /^Change stock\/a/ }).click();
  await expect(basket.getByRole('textbox', { name: 'Change of stock/a' })).toContainText('9007199254740995');
  await basket.getByRole('button', { name: /^Delete stock\/old/ }).click();
  await expect(basket.getByRole('textbox', { name: 'Change of stock/old' })).toContainText('gone soon');
  await expectAccessible(page);

  await state.saveStateAsync(storeName, { id: 'stock/a', value: { count: 9007199254740993n, place: 'y' } });
  await basket.getByRole('button', { name: 'Commit' }).click();
  await expect(basket.getByText('Nothing was committed: 1 of 4 operations was refused')).toBeVisible();
  expect((await state.getStateAsync(storeName, 'stock/b')).version).toBe(1);
  await expectAccessible(page);

  await basket.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('This is the change in your basket, based on version 1.')).toBeVisible();
  await page.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('Merged with version 2.')).toBeVisible();
  await page.getByRole('button', { name: 'Change in basket' }).click();
  await editor.openBasket();
  await basket.getByRole('button', { name: 'Commit' }).click();
  await expect(basket).toHaveCount(0);
  await expect(editor.told('Basket committed')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Basket/ })).toHaveCount(0);
  expect((await state.getStateAsync(storeName, 'stock/a')).value).toEqual({ count: 9007199254740995n, place: 'y' });
  const { missing } = await state.getBulkStateAsync(storeName, { ids: ['stock/b', 'stock/new', 'stock/old'] });
  expect(missing).toEqual(['stock/old']);

  const changes = await editor.openRecentChanges();
  await changes.getByRole('button', { name: 'Undo: Basket committed' }).click();
  await expect(changes.getByText('undone', { exact: true })).toBeVisible();
  expect((await state.getStateAsync(storeName, 'stock/a')).value).toEqual({ count: 9007199254740993n, place: 'y' });
  expect((await state.getStateAsync(storeName, 'stock/b')).value).toEqual({ count: 2 });
  expect((await state.getStateAsync(storeName, 'stock/old')).value).toBe('gone soon');
  const again = await state.getBulkStateAsync(storeName, { ids: ['stock/new'] });
  expect(again.missing).toEqual(['stock/new']);
});
