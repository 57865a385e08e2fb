import { expect, expectAccessible, test } from './fixtures.ts';
import { StorePage } from './pages/store-page.ts';

test('indexes the path of a search from its answer, and finds by the index', async ({ page, client }) => {
  const storeName = `indexed-${crypto.randomUUID().slice(0, 8)}`;
  const state = client.getStateClient();
  await state.saveBulkStateAsync(storeName, {
    entries: Array.from({ length: 40 }, (_, n) => ({
      id: `orders/${n}`,
      value: { customer: `A-${n % 20}`, total: n, zip: '4711' },
    })),
  });
  const store = new StorePage(page, storeName);
  await store.open();
  const filter = page.getByRole('search', { name: 'Filter entries' }).getByRole('combobox');
  await filter.fill('value.customer:A-17 ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 found in 40 entries searched, which are all.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Index /customer…' }).click();
  const paths = store.dialog.getByRole('textbox', { name: 'Indexed paths' });
  await expect(paths).toHaveValue('/customer');
  await expect(paths, 'what is asked for').toBeFocused();
  await expectAccessible(page);
  await store.dialog.getByRole('button', { name: 'Save policy' }).click();
  await expect(store.dialog).toBeHidden();
  await expect(page.getByText('1 indexed')).toBeVisible();
  await expect
    .poll(async () => (await state.getStoreAsync(storeName)).indexes, { timeout: 30_000 })
    .toEqual([{ path: '/customer', isReady: true, indexedCount: 40 }]);

  await page.reload();
  await expect(page.getByText('2 found by the index on /customer, with 2 entries searched.')).toBeVisible();
  await expect(store.rows()).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Index / })).toHaveCount(0);
  await filter.fill('value.');
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(suggestions.getByRole('option').first()).toHaveText(/value\.customer:.*indexed/);
  await expectAccessible(page);

  await filter.fill('value.total:>20 ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 found by the index on /customer, with 2 entries searched.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Index /total…' })).toBeVisible();
  await state.saveStateAsync(storeName, { id: 'orders/17', value: { customer: 'A-17', total: 170 } });
  await page.reload();
  await expect(page.getByText('2 found by the index on /customer, with 2 entries searched.')).toBeVisible();

  await store.more('Policy…');
  await expect(store.dialog.getByRole('list', { name: 'Indexes' })).toContainText('/customerready');
  await store.dialog.getByRole('textbox', { name: 'Indexed paths' }).fill('');
  await store.dialog.getByRole('textbox', { name: 'Sensitive in every value' }).fill('/customer');
  await store.dialog.getByRole('button', { name: 'Save policy' }).click();
  await expect(store.dialog).toBeHidden();
  await page.reload();
  await expect(page.getByText('2 found in 40 entries searched, which are all.')).toBeVisible();
});

test.describe('a reader', () => {
  test.use({ role: 'reader' });

  test('searches, and is offered no index', async ({ page, client }) => {
    const storeName = `indexed-${crypto.randomUUID().slice(0, 8)}`;
    await client.getStateClient().saveStateAsync(storeName, { id: 'a', value: { customer: 'A-17' } });
    const store = new StorePage(page, storeName);
    await store.open();
    const filter = page.getByRole('search', { name: 'Filter entries' }).getByRole('combobox');
    await filter.fill('value.customer:A-17 ');
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 found in 1 entry searched, which are all.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Index / })).toHaveCount(0);
  });
});
