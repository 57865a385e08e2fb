import { expect, expectAccessible, test } from './fixtures.ts';
import { Palette } from './pages/palette.ts';
import { StorePage } from './pages/store-page.ts';

test('finds entries by what they hold, in their store and from the palette', async ({ page, client }) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const storeName = `values-${mark}`;
  const state = client.getStateClient();
  await state.saveBulkStateAsync(storeName, {
    entries: [
      { id: 'orders/1', value: { customer: `A-${mark}`, total: 99 } },
      { id: 'orders/2', value: { customer: `A-${mark}`, total: 101 } },
      { id: 'orders/3', value: { customer: 'B-18', total: 9007199254740993n } },
      { id: 'orders/4', value: { customer: 'C-19', lines: [{ sku: `S-${mark}` }] } },
    ],
  });
  const store = new StorePage(page, storeName);
  await store.open();
  const filter = page.getByRole('search', { name: 'Filter entries' }).getByRole('combobox');
  const search = async (text: string, ...found: string[]) => {
    await filter.fill(text);
    await page.keyboard.press('Enter');
    await expect(store.rows()).toHaveCount(found.length);
    for (const id of found) await expect(store.row(id)).toBeVisible();
    await expect(page.getByText(`${found.length} found in 4 entries searched, which are all.`)).toBeVisible();
  };
  await search(`value.customer:A-${mark} value.total:>100 `, 'orders/2');
  await expectAccessible(page);
  await page.reload();
  await expect(store.rows()).toHaveCount(1); // the address has the search
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await search('value.total:9007199254740993 ', 'orders/3');
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await search(`value:S-${mark} `, 'orders/4');

  await page.goto('/');
  const palette = new Palette(page);
  await palette.open();
  await palette.input.fill(`S-${mark}`);
  await palette.option(`Search for “S-${mark}”`).click();
  await expect(palette.option('orders/4')).toBeVisible();
  await expectAccessible(page);
  await palette.option('orders/4').click();
  await expect(store.entry.getByRole('heading', { level: 2 })).toContainText('orders/4');
});
