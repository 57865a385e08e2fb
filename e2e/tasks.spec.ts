import type { TaskClient } from '#client';
import { answers } from './answers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { pressUntilTaken } from './pages/keyboard.ts';
import { Shell } from './pages/shell.ts';
import { TasksPage } from './pages/tasks-page.ts';

const input = { shop: 'eu', periodInMinutes: 5 };
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** Tasks that stay as they are until someone acts, under a tag of their own. */
async function createTasks(client: TaskClient, count: number, name = 'Report') {
  const batch = crypto.randomUUID();
  const create = (index: number) =>
    client.createTaskAsync({
      type: 'sample.report.sales',
      name: `${name} ${index}`,
      input,
      startOn: tomorrow(),
      tags: { batch },
    });
  const tasks = [];
  for (let start = 0; start < count; start += 25)
    tasks.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(25, count - start) }, (_, index) => create(start + index + 1)),
      )),
    );
  return { batch, filter: `tag:batch=${batch}`, tasks };
}

test('filters as chips and as text, and every view of it is a link', async ({ page, client }) => {
  const { filter, tasks } = await createTasks(client, 3);
  await client.cancelTaskAsync(tasks[0]?.id ?? '');
  const list = new TasksPage(page);
  await list.open();
  await list.focusFilter();
  await list.addFilter(filter);
  await expect(list.rows()).toHaveCount(3);
  await expectAccessible(page);

  await list.input.fill('status:canc');
  await expect(page.getByRole('option', { name: 'cancelled' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(list.rows()).toHaveCount(1);
  await expect(page).toHaveURL(/status(%3A|:)cancelled/);

  await page.goBack();
  await expect(list.rows()).toHaveCount(3);
  await page.goForward();
  await page.reload();
  await expect(list.chip('Status cancelled')).toBeVisible();

  await page.getByRole('button', { name: 'Edit the filter as text' }).click();
  await expect(list.input).toHaveValue(`${filter} status:cancelled`);
  await list.addFilter(`${filter} colour:red`);
  await expect(page.getByRole('alert').filter({ hasText: 'no filter is called colour' })).toBeVisible();
  await expect(list.rows()).toHaveCount(3);

  await list.addFilter(`${filter} "nothing like it"`);
  await expect(page.getByText('No task matches this filter')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filter' }).last().click();
  await expect(page).toHaveURL(/\/tasks$/);
});

test('the clock of the computer may be hours away: ages and filters by time are the service’s', async ({
  page,
  client,
}) => {
  const { filter, tasks } = await createTasks(client, 1);
  await client.cancelTaskAsync(tasks[0]?.id ?? '');
  await page.addInitScript(() => {
    const Real = Date;
    const now = () => Real.now() + 2 * 3_600_000;
    class Ahead extends Real {
      static override now = now;
      constructor(...given: [] | [number | string | Date]) {
        super(...((given.length === 0 ? [now()] : given) as [number]));
      }
    }
    globalThis.Date = Ahead as DateConstructor;
  });
  const list = new TasksPage(page);
  await list.open(`${filter} created:<1h`);
  await expect(list.rows()).toHaveCount(1);
  await expect(list.rows().first().locator('time').first()).toHaveText(/^(just now|\d+ s ago)$/);
  await list.addFilter(`${filter} created:>1h`);
  await expect(page.getByText('No task matches this filter')).toBeVisible();
});

test('a parameter that the list does not have is named, and becomes the filter that it means', async ({
  page,
  client,
}) => {
  const { filter, tasks } = await createTasks(client, 2);
  await client.cancelTaskAsync(tasks[0]?.id ?? '');
  const list = new TasksPage(page);
  await list.open(filter, { status: 'cancelled', colour: 'red', columns: 'gone:hide,queue:200' });
  const note = page.getByRole('list', { name: 'Parameters that are not applied' });
  await expect(note.getByRole('listitem')).toContainText([
    'Not applied: status=cancelled in the address.',
    'Not applied: colour=red in the address – no filter is called colour.',
    'Not applied: columns=gone:hide in the address – there is no column gone.',
  ]);
  await expect(list.rows()).toHaveCount(2);
  await expectAccessible(page);

  await note.getByRole('button', { name: 'Remove columns=gone:hide from the address' }).click();
  await expect(page, 'the other columns stay as they are').toHaveURL(/columns=queue:200/);
  await note.getByRole('button', { name: 'Filter by status:cancelled' }).click();
  await expect(list.chip('Status cancelled')).toBeVisible();
  await expect(list.rows()).toHaveCount(1);
  await expect(page).not.toHaveURL(/status=/);
  await note.getByRole('button', { name: 'Remove colour=red from the address' }).click();
  await expect(note).toBeHidden();
  await expect(page).not.toHaveURL(/colour/);
});

test('a cell filters the list', async ({ page, client }) => {
  const { filter } = await createTasks(client, 2);
  const list = new TasksPage(page);
  await list.open(filter);
  await new Shell(page).isLive();
  await list
    .row('Report 1')
    .getByText('Scheduled')
    .click({ modifiers: ['Alt'] });
  await expect(list.chip('Status scheduled')).toBeVisible();
  await expect(list.rows()).toHaveCount(2);
});

test('by keyboard alone: move, look, select, cancel', async ({ page, client }) => {
  const { filter } = await createTasks(client, 3);
  const list = new TasksPage(page);
  await list.open(filter);
  await list.pressFirst('j');
  await page.keyboard.press('Space');
  await expect(list.panel.getByRole('heading', { name: 'Report' })).toBeVisible();
  await expect(list.panel.getByRole('region', { name: /^Input of run 1/ })).toContainText('periodInMinutes');
  await expect(list.panel).toContainText('No log lines.');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('c');
  await expect(list.dialog.getByRole('heading', { name: 'Cancel 2 tasks?' })).toBeVisible();
  await expect(list.dialog.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await list.dialog.getByRole('button', { name: 'Cancel 2' }).click();
  await expect(list.dialog).toBeHidden();
  await expect(list.rows().filter({ hasText: 'Cancelled' })).toHaveCount(2);
  await expect(list.rows().filter({ hasText: 'Scheduled' })).toHaveCount(1);

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tasks\/[^/?]+$/);
});

test('F, Enter and X need no row before: F opens the menu of the first one, the others go to it', async ({
  page,
  client,
}) => {
  const { filter } = await createTasks(client, 1, 'Menu');
  const list = new TasksPage(page);
  await list.open(filter);
  await pressUntilTaken(page, 'f');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list.row('Menu'), 'the row whose menu it was').toBeFocused();
  await list.open(filter);
  await list.pressFirst('x');
  await expect(list.row('Menu').getByRole('checkbox'), 'the first press only goes there').not.toBeChecked();
  await page.keyboard.press('x');
  await expect(list.row('Menu').getByRole('checkbox')).toBeChecked();
});

test('deletes what is selected, and says what is left alone', async ({ page, client }) => {
  const { filter, tasks } = await createTasks(client, 2);
  await client.cancelTaskAsync(tasks[0]?.id ?? '');
  const list = new TasksPage(page);
  await list.open(filter);
  await page.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(list.dialog.getByText('1 task can’t be deleted')).toBeVisible();
  await list.dialog.getByRole('checkbox', { name: 'Also cancel and delete' }).click();
  await list.dialog.getByRole('button', { name: 'Delete 2' }).click();
  await expect(list.rows().filter({ hasText: 'Deleted' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Refresh the list' }).click();
  await expect(page.getByText('No task matches this filter')).toBeVisible();
});

test('rows change where they stand, and new ones wait to be let in', async ({ page, client }) => {
  const { filter, batch, tasks } = await createTasks(client, 2);
  const list = new TasksPage(page);
  await list.open(filter);
  await expect(list.rows()).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Live updates/ })).toContainText('Live');

  await client.cancelTaskAsync(tasks[1]?.id ?? '');
  await expect(list.row('Report 2')).toContainText('Cancelled');

  await client.createTaskAsync({
    type: 'sample.report.sales',
    name: 'Late',
    input,
    startOn: tomorrow(),
    tags: { batch },
  });
  await expect(list.newRows).toHaveText('1 new');
  await expect(list.rows()).toHaveCount(2);
  await list.newRows.click();
  await expect(list.rows()).toHaveCount(3);
  await expect(list.rows().first()).toContainText('Late');
});

test('scrolls through pages, sorted, with few rows in the page at a time', async ({ page, client }) => {
  test.slow();
  const { filter } = await createTasks(client, 230, 'Long');
  const list = new TasksPage(page);
  await list.open(filter);
  await page.getByRole('button', { name: 'Created', exact: true }).click();
  await expect(page).toHaveURL(/sort=createdOn/);
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending');
  await list.pressFirst('j');
  await expect(list.table, 'how many there are is not known yet').toHaveAttribute('aria-rowcount', '-1');

  const selected = page.getByRole('region', { name: 'Selected tasks' });
  const all = page.getByRole('checkbox', { name: 'Select all that match' });
  const cancelAll = list.dialog.getByRole('heading', { name: 'Cancel 230 tasks?' });
  const cancel = () => page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await answers('8. Act on all that match, also those that are not loaded', [() => all.click(), cancel], cancelAll);
  await list.dialog.getByRole('button', { name: 'Keep as it is' }).click();
  await expect(selected).toContainText('All 230 that match');
  await selected.getByRole('button', { name: 'Only the 100 loaded' }).click();
  await expect(selected).toContainText('100 loaded');
  await selected.getByRole('button', { name: 'Clear selection' }).click();
  await list.pressFirst('j');
  const keys = ['ControlOrMeta+a', 'c'].map((key) => () => page.keyboard.press(key));
  await answers('8. Act on all that match, by keyboard', keys, cancelAll);
  await list.dialog.getByRole('button', { name: 'Keep as it is' }).click();
  await expect(selected).toContainText('All 230 that match');
  await page.keyboard.press('x');
  await expect(selected, 'one was taken out').toContainText('99 selected');
  await page.keyboard.press('x');
  await expect(selected, 'the loaded ones, not all that match').toContainText('100 loaded');
  await selected.getByRole('button', { name: 'Clear selection' }).click();
  await page.keyboard.press('j');

  for (const firstOfPage of [101, 201]) {
    await page.keyboard.press('End');
    await expect(list.rowAt(firstOfPage), 'the end of one page loads the next').toContainText('Long');
  }
  await expect(list.table).toHaveAttribute('aria-rowcount', '231');
  await page.keyboard.press('End');
  await expect(list.rowAt(230)).toBeFocused();
  expect(await list.rows().count()).toBeLessThan(80);

  await page.keyboard.press('Enter');
  const trail = page.getByRole('navigation', { name: 'Tasks of the list' });
  await expect(trail).toContainText('230 of 230');
  await page.goBack();
  await expect(list.rowAt(230), 'Back leads to the row and its focus').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(trail).toContainText('230 of 230');
  await page.getByRole('tab', { name: 'History' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await expect(trail).toContainText('229 of 230');
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await page.goBack();
  await expect(list.rowAt(229), 'Back leads to the row of the task that was seen last').toBeFocused();

  await list.rowAt(227).getByRole('link').click();
  await expect(trail, 'a click on the name opens the task from its list too').toContainText('227 of 230');
  await page.goBack();
  await expect(list.rowAt(227)).toBeFocused();
});

test('at phone width rows are cards', async ({ page, client }) => {
  const { filter } = await createTasks(client, 2);
  await page.setViewportSize({ width: 360, height: 740 });
  const list = new TasksPage(page);
  await list.open(filter);
  await expect(list.row('Report 1')).toContainText('Scheduled');
  const { width = 0 } = (await list.row('Report 1').boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});

test('acts on many as an operation of the service, which can be called off', async ({ page, client }) => {
  const { filter, tasks } = await createTasks(client, 24);
  const list = new TasksPage(page);
  await list.open(filter);
  const choose = () => page.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
  const cancel = () => page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const question = list.dialog.getByRole('heading', { name: 'Cancel 24 tasks?' });
  await answers('8. Act on many, safely', [choose, cancel], question);
  await expect(list.dialog.getByText('24 in the last hour')).toBeVisible();
  await expectAccessible(page);
  await list.dialog.getByRole('button', { name: 'Cancel 24' }).click();
  await expect(page).toHaveURL(/\/operations\//);
  await expect(page.getByText(/^Starts in \d+ s/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop before it starts' }).click();
  await expect(page.getByText(/^Stopped by admin@localhost/)).toBeVisible();
  expect((await client.getTaskAsync(tasks[0]?.id ?? '')).status).toBe('scheduled');

  await list.open(filter);
  await choose();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible();
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  const watched = page.getByRole('button', { name: 'Watched: 1' });
  await expect(watched).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await list.dialog.getByLabel('Action').selectOption('Change');
  await list.dialog.getByRole('textbox', { name: 'Priority' }).fill('7');
  await list.dialog.getByRole('button', { name: 'Change 24' }).click();
  await expect(page.getByText('Completed', { exact: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Succeeded' }).first()).toBeVisible();
  await expectAccessible(page);
  expect((await client.getTaskAsync(tasks[23]?.id ?? '')).priority).toBe(7);
  await page.goto('/operations');
  await expect(page.getByRole('row').filter({ hasText: 'Change 24 tasks' }).first()).toContainText('24 of 24');
  await expectAccessible(page);
  await new Shell(page).isLive();
  await watched.click();
  await expect(page.getByRole('menuitem').filter({ hasText: '24 tasks' })).toBeVisible();
  await page.keyboard.press('Escape');
  await client.cancelTaskAsync(tasks[0]?.id ?? '');
  await expect(page.getByText('1 ended.')).toBeVisible();
});
