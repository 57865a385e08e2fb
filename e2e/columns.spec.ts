import { expect, expectAccessible, test } from './fixtures.ts';
import { Shell } from './pages/shell.ts';
import { StorePage } from './pages/store-page.ts';
import { TableColumns } from './pages/table-columns.ts';
import { TasksPage } from './pages/tasks-page.ts';

test('columns are arranged by keyboard, stay so, and go along with the link', async ({ page, client, openAs }) => {
  const id = `columns-${crypto.randomUUID()}`;
  const startOn = new Date(Date.now() + 86_400_000).toISOString();
  await client.createTaskAsync({
    type: 'sample.report.sales',
    id,
    name: 'Arranged',
    input: { shop: 'eu', periodInMinutes: 5 },
    startOn,
    tags: { arranged: id },
  });
  const list = new TasksPage(page);
  await page.setViewportSize({ width: 1_920, height: 900 });
  await list.open(`tag:arranged=${id}`);
  await expect(list.row('Arranged')).toBeVisible();
  const columns = new TableColumns(page, list.table);
  await expect.poll(() => columns.names(), 'the columns that have room').toContain('Tags');
  const before = await columns.names();
  expect(before.slice(0, 3)).toEqual(['Status', 'Task', 'Reason or error']);

  await columns.choose('Tags', 'Hide column');
  await expect(columns.header('Tags')).toBeHidden();
  const rest = await columns.names();
  await expect(page.locator(':focus'), 'the menu of a column that went is followed by its neighbour').toHaveAttribute(
    'aria-label',
    /^Column /,
  );
  await columns.choose('Task', 'Move left');
  await expect.poll(() => columns.names()).toEqual(['Task', 'Status', ...rest.slice(2)]);
  await columns.choose('Created', 'Pin to the left');
  await expect.poll(async () => (await columns.names())[0]).toBe('Created');

  await columns.handle('Task').focus();
  const wide = await columns.width('Task');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(columns.handle('Task')).toHaveAttribute('aria-valuenow', String(wide + 48));
  await expectAccessible(page);

  await columns.menuButton('Task').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus'), 'the next control of the header').not.toHaveAttribute(
    'aria-label',
    'Column Task',
  );
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus'), 'the header is one stop').toHaveAttribute('data-row', '0');

  const arranged = await columns.names();
  await expect(page).toHaveURL(new RegExp(`columns=.*task:${wide + 48}.*tags:hide`));
  const link = page.url();
  await list.open(`tag:arranged=${id}`);
  await expect.poll(() => columns.names(), 'the browser remembers the columns').toEqual(arranged);
  await expect.poll(() => columns.width('Task')).toBe(wide + 48);
  await expect(page, 'the link of a remembered layout says it').toHaveURL(/columns=/);

  const other = await openAs('admin');
  await other.setViewportSize({ width: 1_920, height: 900 });
  await other.goto(link);
  const followed = new TableColumns(other, new TasksPage(other).table);
  await expect.poll(() => followed.names(), 'the link shows the same columns').toEqual(arranged);
  await expect.poll(() => followed.width('Task')).toBe(wide + 48);
  await new TasksPage(other).open();
  await expect.poll(() => followed.names(), 'a link that was followed is not remembered').toEqual(before);

  await columns.choose('Status', 'Reset columns');
  await expect.poll(() => columns.names()).toEqual(before);
  await expect(page).not.toHaveURL(/columns=/);
});

test('a column of a path is added, kept in a view and removed', async ({ page, client, openAs }) => {
  const batch = crypto.randomUUID();
  const startOn = new Date(Date.now() + 86_400_000).toISOString();
  const make = (name: string, periodInMinutes: number, sensitive: string[] = []) =>
    client.createTaskAsync({
      type: 'sample.report.sales',
      name,
      input: { shop: 'eu', periodInMinutes },
      startOn,
      tags: { batch },
      sensitive,
    });
  for (const [name, period] of [
    ['ten', 10],
    ['nine', 9],
  ] as const)
    await make(name, period);
  await make('hidden', 111, ['/input/periodInMinutes']);
  const list = new TasksPage(page);
  await page.setViewportSize({ width: 1_440, height: 900 });
  await list.open(`tag:batch=${batch}`);
  await expect(list.rows()).toHaveCount(3);
  const columns = new TableColumns(page, list.table);

  await page.getByRole('button', { name: 'Choose columns' }).focus();
  await page.keyboard.press('Enter');
  const ask = page.getByRole('menuitem', { name: 'Add column from a path…' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add column from a path' });
  const path = dialog.getByLabel('Path');
  await expect(path).toBeFocused();
  await page.keyboard.type('price');
  await expect(dialog.getByRole('alert')).toContainText('A path begins with input or output');
  await expect(dialog.getByRole('button', { name: 'Add column' })).toHaveAttribute('aria-disabled', 'true');
  await path.fill('input.periodInMinutes');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(columns.header('input.periodInMinutes')).toBeVisible();
  await expect(list.row('ten').getByRole('cell', { name: '10 Filter by input.periodInMinutes' })).toBeVisible();
  await expect(
    list.row('hidden').getByRole('cell', { name: '111 Filter by input.periodInMinutes' }),
    'the administrator sees it',
  ).toBeVisible();
  await expect(page).toHaveURL(/columns=input\.periodInMinutes:show/);
  await columns.choose('input.periodInMinutes', 'Pin to the left');
  await expect(page).toHaveURL(/input\.periodInMinutes:\d+:pin:show/);
  await expectAccessible(page);

  const view = `Periods ${batch}`;
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const saving = page.getByRole('dialog', { name: 'Save as a view' });
  await saving.getByLabel('Name').fill(view);
  await saving.getByLabel('Shared').check();
  await saving.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('region', { name: 'Open view' })).toContainText(view);

  await columns.choose('input.periodInMinutes', 'Remove column');
  await expect(columns.header('input.periodInMinutes')).toBeHidden();
  await expect(page).not.toHaveURL(/periodInMinutes/);
  await page.getByRole('region', { name: 'Open view' }).getByRole('button', { name: 'Reset' }).click();
  await expect(
    list.row('nine').getByRole('cell', { name: '9 Filter by input.periodInMinutes' }),
    'the view has the column',
  ).toBeVisible();

  const other = await openAs('reader');
  await other.setViewportSize({ width: 1_440, height: 900 });
  await other.goto(page.url());
  const theirs = new TasksPage(other);
  await expect(theirs.row('ten').getByRole('cell', { name: '10 Filter by input.periodInMinutes' })).toBeVisible();
  await expect(theirs.row('hidden').getByRole('cell', { name: 'redacted' })).toBeVisible();
  await expect(theirs.table.getByText('111')).toBeHidden();
});

test('a list is sorted by a column of a path when its index is ready', async ({ page, client, openAs }) => {
  const batch = crypto.randomUUID();
  const startOn = new Date(Date.now() + 86_400_000).toISOString();
  for (const [name, periodInMinutes] of [
    ['nine', 9],
    ['hundred', 100],
    ['ten', 10],
  ] as const)
    await client.createTaskAsync({
      type: 'sample.report.sales',
      name,
      input: { shop: 'eu', periodInMinutes },
      startOn,
      tags: { batch },
    });
  const list = new TasksPage(page);
  const columns = new TableColumns(page, list.table);
  const path = 'input.periodInMinutes';
  await page.setViewportSize({ width: 1_440, height: 900 });
  await list.open(`tag:batch=${batch} type:sample.report.sales`, { columns: `${path}:show` });
  await expect(list.rows()).toHaveCount(3);

  const other = await openAs('reader');
  await other.setViewportSize({ width: 1_440, height: 900 });
  await other.goto(page.url());
  const theirs = new TableColumns(other, new TasksPage(other).table);
  await theirs.menuButton(path).focus();
  await other.keyboard.press('Enter');
  const unavailable = other.getByRole('menuitem', { name: 'Request an index…' });
  await expect(unavailable).toHaveAttribute('aria-disabled', 'true');
  await expect(unavailable).toContainText('Sorting needs an index');
  await other.keyboard.press('Escape');

  await columns.choose(path, 'Request an index…');
  const dialog = page.getByRole('dialog', { name: `Request an index of ${path}` });
  await dialog.getByLabel('Only tasks of the type sample.report.sales').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Request index' }).click();
  await expect(dialog).toBeHidden();
  const sorting = columns.header(path).getByRole('button', { name: path, exact: true });
  await expect(sorting, 'the index is ready').toBeVisible({ timeout: 60_000 });
  await sorting.focus();
  await page.keyboard.press('Enter');
  const names = () => list.rows().locator('a').allTextContents();
  await expect.poll(names).toEqual(['hundred', 'ten', 'nine']);
  await expect(columns.header(path)).toHaveAttribute('aria-sort', 'descending');
  await columns.choose(path, 'Sort ascending');
  await expect.poll(names).toEqual(['nine', 'ten', 'hundred']);
  await expect(page).toHaveURL(/sort=/);
  await expectAccessible(page);
  await other.goto(page.url());
  await expect
    .poll(() => new TasksPage(other).rows().locator('a').allTextContents(), 'the link has the order')
    .toEqual(['nine', 'ten', 'hundred']);

  await other.goto('/workers');
  await columns.choose(path, 'Delete the index…');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete index' }).click();
  await expect(columns.header(path).getByRole('button', { name: path, exact: true })).toBeHidden();
  await expect.poll(names, 'the list is sorted by creation again').toEqual(['ten', 'hundred', 'nine']);
});

test('a pinned column stays in view, and a drag resizes', async ({ page }) => {
  const list = new TasksPage(page);
  await page.setViewportSize({ width: 900, height: 700 });
  await list.open('', { columns: 'task:400:pin,reason:600,tags:500:show' });
  await new Shell(page).isLive();
  const columns = new TableColumns(page, list.table);
  const [pinned, scrolled] = [await columns.left('Task'), await columns.left('Status')];
  await columns.handle('Tags').focus();
  await expect.poll(() => columns.left('Status'), 'the table scrolls sideways').toBeLessThan(scrolled);
  expect(await columns.left('Task')).toBe(pinned);

  const edge = await columns.handle('Task').boundingBox();
  if (edge === null) throw new Error('the column has no edge');
  await page.mouse.move(edge.x + edge.width / 2, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width / 2 - 100, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect(columns.handle('Task')).toHaveAttribute('aria-valuenow', '300');
  await expect(page).toHaveURL(/columns=task:300:pin/);

  await columns.handle('Reason or error').scrollIntoViewIfNeeded();
  const [reason, status] = [columns.header('Reason or error'), columns.header('Status')];
  await reason.dragTo(status, { sourcePosition: { x: 20, y: 16 }, targetPosition: { x: 4, y: 16 } });
  await expect.poll(async () => (await columns.names()).slice(0, 3)).toEqual(['Task', 'Reason or error', 'Status']);
});

test('plain tables and cards can be arranged too', async ({ page }) => {
  await page.goto('/workers?workerColumns=gone');
  const note = page.getByRole('list', { name: 'Parameters that are not applied' });
  await expect(note).toContainText('there is no column gone');
  await note.getByRole('button', { name: 'Remove' }).click();
  await expect(note).toBeHidden();
  const columns = new TableColumns(page, page.getByRole('region', { name: 'Table of workers' }).getByRole('table'));
  await expect(columns.header('Slots')).toBeVisible();
  await columns.choose('Slots', 'Hide column');
  await expect(columns.header('Slots')).toBeHidden();
  await columns.choose('Status', 'Show Slots');
  await expect(columns.header('Slots')).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/audit');
  const rows = page.getByRole('table', { name: 'changes' }).locator('tbody').getByRole('row');
  const when = rows.first().getByRole('time');
  await expect(when).toBeVisible();
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'When' }).click();
  await page.keyboard.press('Escape');
  await expect(when).toBeHidden();
  await expectAccessible(page);
});

test('the columns that have room stand where they stay before any script has come', async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_FAILED/);
  const headers = page.getByRole('columnheader');
  const places = () =>
    headers.evaluateAll((all) =>
      all.flatMap((one) => {
        const { left, width } = one.getBoundingClientRect();
        return width < 2 ? [] : [`${one.getAttribute('aria-label') ?? ''} at ${Math.round(left)}`];
      }),
    );
  for (const [width, path] of [
    [1_111, '/audit'],
    [777, '/state'],
    [1_111, '/workers'],
    [901, '/tasks'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await expect(headers.first()).toBeVisible();
    const measured = await places();
    await page.route('**/_next/static/**/*.js*', (route) => route.abort());
    await page.goto(path, { waitUntil: 'load' });
    await expect.poll(places, path).toEqual(measured);
    await page.unroute('**/_next/static/**/*.js*');
  }
});

test('a list has its width before the panel beside it has come', async ({ page, client, expectedProblems }) => {
  expectedProblems.push(/ERR_FAILED/);
  const name = `beside-${crypto.randomUUID().slice(0, 8)}`;
  await client.getStateClient().saveStateAsync(name, { id: 'one', value: 1 });
  const startOn = new Date(Date.now() + 86_400_000).toISOString();
  await client.createTaskAsync({ type: 'sample.report.sales', id: name, input: { shop: 'eu' }, startOn });
  const right = () => page.getByRole('table').evaluate((table) => Math.round(table.getBoundingClientRect().right));
  await page.setViewportSize({ width: 1_440, height: 900 });
  for (const path of [`/state/${name}?entry=one`, `/tasks?filter=id:${name}&panel=${name}`]) {
    await page.goto(path);
    await expect(page.getByRole('complementary', { name: /Entry|Task beside the list/ })).toBeVisible();
    const beside = await right();
    expect(beside, path).toBeLessThan(1_100);
    await page.route('**/_next/static/**/*.js*', (route) => route.abort());
    await page.goto(path, { waitUntil: 'load' });
    await expect(page.getByRole('table')).toBeVisible();
    expect(await right(), path).toBe(beside);
    await page.locator('[data-side-panel]').evaluate((panel) => panel.remove()); // it comes after the rows
    expect(await right(), `${path} without the panel`).toBe(beside);
    await page.unroute('**/_next/static/**/*.js*');
  }
});

test('an id of 24 characters is read whole beside an open entry', async ({ page, client }) => {
  const store = new StorePage(page, `ids-${crypto.randomUUID().slice(0, 8)}`);
  const id = 'order-2026-11-27-0010-ab';
  const value = { total: 12.5, customer: 'ACME' };
  await client.getStateClient().saveStateAsync(store.storeName, { id, value });
  await page.setViewportSize({ width: 1440, height: 900 });
  await store.open({ entry: id });
  await expect(store.entry.getByRole('heading', { level: 2 })).toContainText(id);
  const texts = store.row(id).getByTitle(id, { exact: true }).locator('span');
  await expect
    .poll(() => texts.evaluateAll((all) => all.filter((text) => text.scrollWidth > text.clientWidth).length))
    .toBe(0);
});
