import { readFile } from 'node:fs/promises';
import { sampleTasks } from '#samples';
import { answers } from './answers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { loseNextAnswer } from './lose-next-answer.ts';
import { pressUntilTaken } from './pages/keyboard.ts';
import { Palette } from './pages/palette.ts';
import { Shell } from './pages/shell.ts';
import { StorePage } from './pages/store-page.ts';

const storeOf = () => `browse-${crypto.randomUUID().slice(0, 8)}`;

test('finds the entry that a run wrote, and from it the run and step', async ({ page, client }) => {
  const [order] = sampleTasks(new Date());
  if (order === undefined) throw new Error('there are no samples');
  const orderId = `journey-${crypto.randomUUID()}`;
  const task = await client.createTaskAsync({
    type: 'sample.order.fulfil',
    id: orderId,
    input: {
      orderId,
      customer: 'Ada Lovelace',
      amount: 12.5,
      currency: 'EUR',
      card: { holder: 'Ada Lovelace', number: '4111 1111 1111 1111' },
      items: [{ sku: 'LAMP-BRASS', quantity: 1 }],
    },
  });
  await expect.poll(async () => (await client.getTaskAsync(task.id)).status).toBe('succeeded');

  await page.goto('/state');
  await page.getByRole('searchbox').fill('sample.orders');
  await page.getByRole('row').filter({ hasText: 'sample.orders' }).first().click();
  const store = new StorePage(page, 'sample.orders');
  await expect(page).toHaveURL(/\/state\/sample\.orders/);
  await page.getByRole('search', { name: 'Filter entries' }).getByRole('combobox').fill(orderId);
  await page.keyboard.press('Enter');
  await store.rows().filter({ hasText: orderId }).click();
  await expect(store.entry.getByRole('heading', { level: 2 })).toContainText(orderId);
  await expect(store.entry).toContainText('"shipped"');

  await store.tab('Access');
  const access = store.entry.getByRole('list', { name: 'Steps that read or wrote it' });
  await expect(access.getByRole('listitem').filter({ hasText: 'wrote' }).first()).toContainText('sample.order.fulfil');
  await expectAccessible(page);

  const writer = store.entry.getByRole('definition').getByRole('link', { name: /step/ }).first();
  const touched = page.getByRole('article', { name: /^Step/ }).getByRole('link', { name: new RegExp(orderId) });
  await answers('9. Which run wrote this entry, and what else?', [() => writer.click()], touched.first());
  await expect(page).toHaveURL(new RegExp(`/tasks/${task.id}\\?run=1&step=\\d+`));
  await expectAccessible(page);
  await touched.first().click();
  await expect(store.entry.getByRole('heading', { level: 2 })).toContainText(orderId);
});

test('walks ids as a tree by keyboard, whatever stands in them, and every place is a link', async ({
  page,
  client,
  openAs,
}) => {
  const storeName = storeOf();
  const strange = ['/leading', 'trailing/', 'double//slash', 'a/../b', '100%/50%25', 'sp ace/🦊 "q"\'s', 'z'];
  const ids = [...strange, 'orders/eu/1', 'orders/eu/2', 'orders/us/1'];
  await client
    .getStateClient()
    .saveBulkStateAsync(storeName, { entries: ids.map((id) => ({ id, value: { is: id } })) });
  const store = new StorePage(page, storeName);
  await store.open();
  await expect(store.rows()).toHaveCount(ids.length);
  await expect(store.node('orders 3 entries')).toBeVisible();
  await expectAccessible(page);

  await store.tree.getByRole('treeitem').first().focus();
  await page.keyboard.type('or');
  await expect(store.focused).toHaveAccessibleName('orders 3 entries');
  await page.keyboard.press('ArrowRight');
  await expect(store.node('eu 2 entries')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(store.focused).toHaveAccessibleName('eu 2 entries');
  await page.keyboard.press('Enter');
  await expect(store.rows()).toHaveCount(2);
  await expect(page).toHaveURL(/filter=prefix:orders(\/|%2F)eu(\/|%2F)/);
  await expect(store.focused, 'what is chosen opens').toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(store.focused).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowLeft');
  await expect(store.focused).toHaveAccessibleName('orders 3 entries');
  await page.keyboard.press('ArrowLeft');
  await expect(store.node('eu 2 entries')).toHaveCount(0);
  await page.keyboard.press('Home');
  await expect(store.focused, 'a leading slash is an empty segment').toHaveAccessibleName('empty segment 1 entry');
  await page.keyboard.type('nd'); // nothing begins so, and no key of the page is meant: New task, Delete
  await expect(store.focused).toHaveAccessibleName('empty segment 1 entry');
  await expect(page).toHaveURL(new RegExp(`/state/${storeName}`));
  await expect(store.dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'All ids' }).click(); // there is one: in the tree, which is beside the list
  await expect(store.rows()).toHaveCount(ids.length);

  const other = new StorePage(await openAs('admin'), storeName);
  for (const id of strange) {
    await store.row(id).click();
    await expect(store.entry.getByRole('heading', { level: 2 })).toHaveText(id);
    await expect(store.entry.getByRole('region', { name: `Value of ${id}` })).toContainText(JSON.stringify(id));
    await other.page.goto(page.url());
    await expect(other.entry.getByRole('heading', { level: 2 }), 'the same for whoever gets the link').toHaveText(id);
  }
  const palette = new Palette(page);
  await palette.land(`${storeName}/a/../b`, `${storeName}/a/../b`);
  await expect(store.entry.getByRole('heading', { level: 2 })).toHaveText('a/../b');
});

test('what changes is patched in place; new entries wait; a deleted one is marked', async ({ page, client }) => {
  const storeName = storeOf();
  const state = client.getStateClient();
  const ids = Array.from({ length: 5 }, (_, index) => `entry-${index}`);
  await state.saveBulkStateAsync(storeName, { entries: ids.map((id) => ({ id, value: 'before', tags: { of: id } })) });
  const store = new StorePage(page, storeName);
  await store.open();
  await expect(store.rows()).toHaveCount(5);
  await new Shell(page).isLive();

  await state.saveStateAsync(storeName, { id: 'entry-1', value: 'after' });
  await state.deleteStateAsync(storeName, 'entry-2');
  await state.saveStateAsync(storeName, { id: 'entry-0a', value: 'new' });
  await expect(store.row('entry-1')).toContainText('after');
  await expect(store.row('entry-2')).toContainText('deleted');
  await expect(store.row('entry-0a')).toHaveCount(0);
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(store.row('entry-0a')).toBeVisible();
  await expect(store.row('entry-2')).toHaveCount(0);

  const filter = page.getByRole('search', { name: 'Filter entries' }).getByRole('combobox');
  await filter.fill('tag:of=entry-3');
  await filter.press('Enter');
  await expect(store.rows()).toHaveCount(1);
  await page.keyboard.press('Escape');
  await filter.blur();
  await pressUntilTaken(page, 'j');
  await expect(store.rows().and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(store.entry.getByRole('heading', { level: 2 })).toHaveText('entry-3');
});

test('deletes exactly what was listed, each only if unchanged, and takes it back', async ({ page, client }) => {
  const storeName = storeOf();
  const state = client.getStateClient();
  const ids = ['keep', 'one', 'two', 'three'];
  await state.saveBulkStateAsync(storeName, {
    entries: ids.map((id) => ({ id, value: { exact: 9_007_199_254_740_993n, id } })),
  });
  const store = new StorePage(page, storeName);
  await store.open();
  for (const id of ['one', 'two', 'three']) await store.select(id);
  await page
    .getByRole('region', { name: 'Selected entries' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click();
  await expect(store.dialog.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await store.dialog.getByRole('button', { name: 'Save a restore file first' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0], 'digits are kept').toContain('9007199254740993');

  await state.saveStateAsync(storeName, { id: 'two', value: 'moved meanwhile' });
  await store.dialog.getByRole('button', { name: 'Delete 3 entries' }).click();
  await expect(store.dialog.getByText('2 of 3 deleted, 1 changed in the meantime and kept')).toBeVisible();
  await store.dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(store.rows()).toHaveCount(2);
  expect((await state.getStateAsync(storeName, 'two')).value).toBe('moved meanwhile');

  await store.undo('Deleted 2 entries');
  await expect(store.rows()).toHaveCount(4);
  expect((await state.getStateAsync(storeName, 'one')).value).toEqual({ exact: 9_007_199_254_740_993n, id: 'one' });
});

test('a delete whose answer is lost is sent again under its key, and says what became of each', async ({
  page,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_|Failed to fetch|Failed to load/);
  const storeName = storeOf();
  const state = client.getStateClient();
  const ids = ['keep', 'one', 'two'];
  await state.saveBulkStateAsync(storeName, { entries: ids.map((id) => ({ id, value: id })) });
  const store = new StorePage(page, storeName);
  await store.open();
  for (const id of ['one', 'two']) await store.select(id);
  const selected = page.getByRole('region', { name: 'Selected entries' });
  await selected.getByRole('button', { name: 'Delete', exact: true }).click();
  await loseNextAnswer(page);
  await store.dialog.getByRole('button', { name: 'Delete 2 entries' }).click();
  await expect(store.dialog.getByText('What was not answered is sent again by itself.')).toBeVisible();
  await expect(store.dialog, 'the first try deleted them, and the second one says so').toBeHidden();
  await expect(store.rows()).toHaveCount(1);
  await store.undo('Deleted 2 entries');
  await expect(store.rows()).toHaveCount(3);

  for (const id of ['one', 'two']) await store.select(id);
  await selected.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.route('**/state**', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
  );
  await store.dialog.getByRole('button', { name: 'Delete 2 entries' }).click();
  await expect(store.dialog.getByText('What was not answered is sent again by itself.')).toBeVisible();
  await store.dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(store.dialog.getByRole('status').first()).toContainText('0 of 2 deleted, 2 unknown');
  await expect(store.dialog.getByText('unknown: it may have been deleted')).toHaveCount(2);
});

test('compares versions, restores one, and brings a deleted entry back', async ({ page, client }) => {
  const storeName = storeOf();
  const state = client.getStateClient();
  for (const price of [1, 2, 3]) {
    await state.saveStateAsync(storeName, {
      id: 'lamp',
      value: { name: 'Lamp', price },
      tags: { price: String(price) },
    });
  }
  const store = new StorePage(page, storeName);
  await store.open({ entry: 'lamp' });
  await store.tab('Versions');
  await expect(store.versions.getByRole('listitem')).toHaveCount(3);
  await store.versions.getByRole('button', { name: 'Changes in version 3' }).click();
  await expect(page).toHaveURL(/compare=2\.\.3/);
  await page.getByLabel('From').selectOption('version 1');
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByRole('rowheader', { name: 'Changed: /price' })).toBeVisible();
  await expect(comparison.getByRole('region', { name: 'Differences: value' })).toContainText(
    /Version 1: 1.*Version 3: 3/,
  );
  await expect(comparison.getByRole('table', { name: 'What else differs' })).toContainText('price=1');
  await expectAccessible(page);

  await store.versions.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore version 1' }).click();
  await expect(store.versions.getByRole('listitem')).toHaveCount(4);
  expect(await state.getStateAsync(storeName, 'lamp')).toMatchObject({ version: 4, value: { price: 1 } });
  await store.undo('Restored version 1 of lamp');
  await expect.poll(async () => (await state.getStateAsync(storeName, 'lamp')).value).toMatchObject({ price: 3 });

  await expect(store.versions.getByRole('listitem'), 'what is deleted is what is seen').toHaveCount(5);
  await expect(store.entry.getByRole('definition').first()).toContainText('5');
  await store.entry.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete entry' }).click();
  await expect(store.entry).toContainText(/Deleted .* by admin@localhost\. Restore one of the versions below/);
  await store.versions.getByRole('button', { name: 'Restore version 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore version 2' }).click();
  await expect(store.entry.getByRole('definition').first()).toContainText('7');
  expect((await state.getStateAsync(storeName, 'lamp')).value).toEqual({ name: 'Lamp', price: 2 });
});

test('exports what a filter matches and imports it elsewhere, line by line', async ({ page, client }) => {
  const storeName = storeOf();
  const state = client.getStateClient();
  await state.saveBulkStateAsync(storeName, {
    entries: [
      { id: 'in/1', value: { big: 123_456_789_012_345_678_901n }, tags: { a: 'b' } },
      { id: 'in/2', value: [null, 'ü🦊'] },
      { id: 'out', value: 1 },
    ],
  });
  const store = new StorePage(page, storeName);
  await store.open({ filter: 'prefix:in/' });
  await store.more('Export…');
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await store.dialog.getByRole('button', { name: 'Export' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  await expect(store.dialog).toContainText('Done: 2 entries');
  expect(text).toBe(
    '{"id":"in/1","value":{"big":123456789012345678901},"tags":{"a":"b"}}\n{"id":"in/2","value":[null,"ü🦊"]}\n',
  );

  const other = storeOf();
  await state.saveStateAsync(other, { id: 'in/2', value: 'was here' });
  const target = new StorePage(page, other);
  await target.open();
  await store.more('Import…');
  await page.getByLabel('File of JSON lines').setInputFiles({
    name: 'some.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(`${text}this is not JSON\n`),
  });
  await expect(target.dialog.getByRole('status')).toContainText('2 entries and 1 line that is left out');
  await expect(target.dialog.getByRole('list', { name: 'Lines to check' })).toContainText('line 3');
  await expectAccessible(page);
  await target.dialog.getByRole('button', { name: 'Import 2 entries' }).click();
  await expect(target.dialog.getByRole('status')).toContainText('1 of 2 saved, 1 not');
  await expect(target.dialog.getByRole('list', { name: 'Not saved' })).toContainText(
    'An entry with this id already exists',
  );
  await expectAccessible(page);
  await target.dialog.getByRole('button', { name: 'Close' }).last().click();
  expect(await state.getStateAsync(other, 'in/1')).toMatchObject({
    value: { big: 123_456_789_012_345_678_901n },
    tags: { a: 'b' },
  });
  expect((await state.getStateAsync(other, 'in/2')).value).toBe('was here');
  await target.undo('Imported 1 entry');
  await expect(target.rows()).toHaveCount(1);
});

test('sets what a store asks of its entries', async ({ page, client }) => {
  const storeName = storeOf();
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id: 'a', value: {} });
  const store = new StorePage(page, storeName);
  await store.open();
  await store.more('Policy…');
  await store.dialog.getByRole('textbox', { name: 'JSON Schema of values' }).fill('{"type": "object"}');
  await store.dialog.getByLabel('New entries expire after').fill('soon');
  await store.dialog.getByRole('button', { name: 'Save policy' }).click();
  await expect(store.dialog.getByRole('alert')).toContainText('Enter a time such as 30d');
  await store.dialog.getByLabel('New entries expire after').fill('30d');
  await store.dialog.getByLabel('Refuse changes that could overwrite others').click();
  await expectAccessible(page);
  await store.dialog.getByRole('button', { name: 'Save policy' }).click();
  await expect(store.dialog).toBeHidden();
  await expect(page.getByTitle('Every value must match a JSON Schema')).toBeVisible();
  expect((await state.getStoreAsync(storeName)).policy).toEqual({
    schema: { type: 'object' },
    defaultTtlInSeconds: 2_592_000,
    isConditionRequired: true,
  });
});

test('a store that is not there yet has a page, where its first entry can be written', async ({ page }) => {
  const storeName = storeOf();
  await page.goto('/state');
  await expect(page.getByRole('table', { name: 'Stores' })).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New store' }).click();
  const dialog = page.getByRole('dialog', { name: 'New store' });
  await dialog.getByLabel('Name').fill('No Store');
  await dialog.getByRole('button', { name: 'Open store' }).click();
  await expect(dialog.getByRole('alert')).toContainText('a-z 0-9');
  await dialog.getByLabel('Name').fill(storeName);
  await dialog.getByRole('button', { name: 'Open store' }).click();
  await expect(page.getByText('This store is empty')).toBeVisible();
  await expect(page.getByText('No ids yet.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New entry' }).first()).toBeEnabled();
  await expectAccessible(page);
});

test('at phone width the tree is behind a button and an entry fills the screen', async ({ page, client }) => {
  const storeName = storeOf();
  await client.getStateClient().saveBulkStateAsync(storeName, {
    entries: [
      { id: 'orders/1', value: 1 },
      { id: 'orders/2', value: 2 },
      { id: 'z', value: 3 },
    ],
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const store = new StorePage(page, storeName);
  await store.open();
  await page.getByRole('button', { name: 'Show the id tree' }).click();
  await expectAccessible(page);
  await store.node('orders 2 entries').click();
  await page.keyboard.press('Escape');
  await expect(store.rows()).toHaveCount(2);
  await store.row('orders/1').click();
  await expect(store.entry).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test.describe('an operator who may only read', () => {
  test.use({ role: 'reader' });

  test('sees entries without what is sensitive, and learns why nothing can be changed', async ({ page, client }) => {
    const storeName = storeOf();
    const value = { name: 'Ada', card: '4111 1111 1111 1111' };
    await client.getStateClient().saveStateAsync(storeName, { id: 'ada', value, sensitive: ['/card'] });
    const store = new StorePage(page, storeName);
    await store.open({ entry: 'ada' });
    const shown = store.entry.getByRole('region', { name: 'Value of ada' });
    await expect(shown).toContainText('redacted');
    await expect(shown).not.toContainText('4111');
    await expect(store.rows().first()).not.toContainText('4111');
    const button = store.entry.getByRole('button', { name: 'Delete' });
    await expect(button).toBeDisabled();
    await new Shell(page).isLive();
    await button.focus();
    await expect(page.getByRole('tooltip')).toContainText('state/delete');
    await expectAccessible(page);
  });
});
