import { writeFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './fixtures.ts';
import { StorePage } from './pages/store-page.ts';
import { TaskSelection } from './pages/task-selection.ts';
import { TasksPage } from './pages/tasks-page.ts';

const storeOf = () => `broken-${crypto.randomUUID().slice(0, 8)}`;

test('an import that a reload breaks off tells what was saved, goes on where it was, and is taken back', async ({
  page,
  client,
  expectedProblems,
}, testInfo) => {
  expectedProblems.push(/Failed to load resource|Failed to fetch|ERR_/);
  const storeName = storeOf();
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id: 'e7', value: 'was here' });
  const path = testInfo.outputPath('many.jsonl');
  const lines = Array.from({ length: 500 }, (_, at) => `{"id":"e${at}","value":${at}}\n`);
  await writeFile(path, lines.join(''));
  const store = new StorePage(page, storeName);
  await store.open();
  await store.more('Import…');
  await page.getByLabel('File of JSON lines').setInputFiles(path);
  let sent = 0;
  const isPage = (url: URL) => url.pathname === `/state/${storeName}`;
  await page.route(isPage, async (route, request) => {
    if (request.method() !== 'POST') return route.fallback();
    sent += 1;
    if (sent < 2) return route.fallback();
    await route.fetch(); // it is saved, and the page never hears of it
  });
  await store.dialog.getByRole('button', { name: 'Import 500 entries' }).click();
  await expect(store.dialog.getByRole('status')).toContainText('199 of 500 saved, 1 not');
  await expect.poll(async () => (await state.getStateAsync(storeName, 'e399').catch(() => undefined))?.value).toBe(399);

  let isAsked = false;
  page.on('dialog', (dialog) => {
    isAsked = true;
    void dialog.accept();
  });
  await page.reload();
  expect(isAsked, 'the browser asks before an import is broken off').toBe(true);
  await page.unroute(isPage);
  const left = page.getByRole('region', { name: 'Import that was broken off' });
  await expect(left).toContainText('many.jsonl was broken off: at least 199 of 500 entries saved, 1 not.');
  await expectAccessible(page);
  const other = testInfo.outputPath('other.jsonl');
  await writeFile(other, '{"id":"x"}\n');
  await left.locator('input[type=file]').setInputFiles(other);
  await expect(left.getByRole('alert')).toContainText('Another file');
  await left.locator('input[type=file]').setInputFiles(path);
  await expect(store.dialog).toContainText('Goes on where it was broken off, after 200 entries.');
  await expectAccessible(page);
  await store.dialog.getByRole('button', { name: 'Import the other 300 entries' }).click();
  await expect(store.dialog.getByRole('status')).toContainText('499 of 500 saved, 1 not');
  await expect(store.dialog.getByRole('list', { name: 'Not saved' }).getByRole('listitem')).toHaveCount(1);
  await store.dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(left).toHaveCount(0);
  expect((await state.getStateAsync(storeName, 'e7')).value).toBe('was here');

  await store.undo('Imported 300 entries');
  await page.getByRole('button', { name: 'Recent changes' }).click();
  const changes = page.getByRole('dialog', { name: 'Recent changes' });
  await changes.getByRole('button', { name: 'Undo: Imported 199 entries' }).click();
  await expect.poll(async () => (await Array.fromAsync(state.listStateAsync(storeName))).length).toBe(1);
});

test('selections of tasks and entries survive a reload, and say what was deleted meanwhile', async ({
  page,
  client,
}) => {
  const key = crypto.randomUUID();
  const tags = { kept: key };
  const made = [];
  for (const name of ['one', 'two', 'three'])
    made.push(
      await client.createTaskAsync({ name: `${name} ${key}`, type: 'sample.approval', input: { subject: 'x' }, tags }),
    );
  const tasks = new TasksPage(page);
  const { bar } = new TaskSelection(page);
  await tasks.open(`tag:kept=${key}`);
  for (const name of ['one', 'two']) await page.getByRole('checkbox', { name: `Select ${name} ${key}` }).click();
  await expect(bar).toContainText('2 selected');
  await page.reload();
  await expect(bar).toContainText('2 selected');
  await client.deleteTaskAsync(made[0]?.id ?? '', { force: true });
  await page.reload();
  await expect(bar).toContainText('1 selected');
  await expect(page.getByText('Deleted meanwhile: 1 task of the selection')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'State' }).first().click();
  await expect(page.getByRole('heading', { name: 'State', level: 1 })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).first().click();
  await expect(tasks.table).toHaveAttribute('aria-busy', 'false');
  await expect(bar, 'a page that is opened anew begins without one').toHaveCount(0);

  const storeName = storeOf();
  const entries = ['a', 'b', 'c'].map((id) => ({ id, value: id }));
  await client.getStateClient().saveBulkStateAsync(storeName, { entries });
  const store = new StorePage(page, storeName);
  await store.open();
  for (const id of ['a', 'c']) await store.select(id);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Selected entries' })).toContainText('2 selected');
  await expect(page.getByRole('checkbox', { name: 'Select c', exact: true })).toBeChecked();
});
