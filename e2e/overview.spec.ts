import { sampleTasks } from '#samples';
import { answers } from './answers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { TasksPage } from './pages/tasks-page.ts';

test('the list of what does not move begins with the causes, each with its action', async ({ page, client }) => {
  const [, quick] = sampleTasks(new Date());
  if (quick === undefined) throw new Error('there are no samples');
  const queue = `causes-${crypto.randomUUID()}`;
  const names = Array.from({ length: 12 }, (_, index) => `Stuck ${index} ${queue}`);
  for (const name of names) await client.createTaskAsync({ ...quick, name, queue });

  await page.goto('/tasks');
  const causes = page.getByRole('region', { name: 'Causes' });
  const cause = causes.getByRole('listitem').filter({ hasText: `No worker serves queue “${queue}”` });
  const open = () => page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Not moving' }).click();
  await answers('1. Why is this not moving?', [open], cause);
  await expect(cause).toContainText('12');
  await expect(new TasksPage(page).row(names.at(-1) ?? ''), 'the list has the tasks of the cause').toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(cause).toBeVisible();
  const drawn = await causes.evaluateHandle((section) => section);
  const isReact = (element: HTMLElement) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  await expect.poll(() => causes.evaluate(isReact)).toBe(true);
  expect(await drawn.evaluate(({ isConnected }) => isConnected), 'what the server has drawn stays').toBe(true);

  await cause.getByRole('link', { name: /^12 tasks: No worker serves/ }).click();
  await expect(new TasksPage(page).row(names[0] ?? '')).toBeVisible();
  await expect(causes).toBeHidden();
  await page.goBack();

  await cause.getByRole('button', { name: 'Move to queue…' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Queue' }).fill('default');
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  await expect(cause).toBeHidden();
});

test('tells how tasks fare, and leads to what it tells of', async ({ page, client }) => {
  const [, quick] = sampleTasks(new Date());
  if (quick === undefined) throw new Error('there are no samples');
  const name = `Stuck ${crypto.randomUUID()}`;
  await client.createTaskAsync({ ...quick, name, queue: 'overview-nobody-serves-this' });
  for (const queue of ['overview-moved', 'overview-moved', 'overview-2', 'overview-3', 'overview-4', 'overview-5'])
    await client.createTaskAsync({ ...quick, queue });
  await client.createTaskAndWaitForResultAsync({ ...quick });
  const rerunName = `Rerun ${crypto.randomUUID()}`;
  const rerun = await client.createTaskAndWaitAsync({ ...quick, name: rerunName });
  await rerun.waitForCompletion();
  const { endedOn = '' } = await client.getTaskHistoryAsync(rerun.id, 1);
  await client.updateTaskAsync(rerun.id, { queue: 'overview-nobody-serves-this' });
  await client.rerunTaskAsync(rerun.id);

  await page.goto('/');
  const queued = page.getByRole('list', { name: 'Tasks by status' }).getByRole('link', { name: /^Queued/ });
  await expect(queued).toHaveText(/Queued\s*[1-9]/);
  const chart = page.getByRole('button', { name: /^Runs ended: Succeeded [1-9]/ });
  await expect(chart.locator('canvas'), 'the chart is drawn').toBeVisible();
  await chart.press('ArrowLeft');
  await expect(chart.getByRole('status')).toContainText(/\d\d:\d\d: [1-9].* · [1-9]\d* tasks?$/);
  await chart.press('Escape');
  await expect(chart.getByRole('status')).toBeEmpty();
  await chart.press('ArrowRight');
  await chart.press('Enter');
  await expect(page).toHaveURL(/filter=ran/);
  await expect(new TasksPage(page).rows().first()).toBeVisible();
  await page.goBack();
  await expectAccessible(page);

  const notMoving = page.getByRole('region', { name: 'Not moving' });
  const cause = notMoving.getByRole('listitem').filter({ hasText: 'No worker serves queue “overview-moved”' });
  const unfold = () => notMoving.getByRole('button', { name: 'Expand' }).first().click();
  await answers('1. Why is this not moving?', [unfold], cause);
  await expect(cause).toContainText(/2\s*No worker/);
  await cause.getByRole('button', { name: 'Move to queue…' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Queue' })).toHaveValue('default');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  await expect(cause).toBeHidden();

  await page.getByRole('group', { name: 'Show as' }).getByRole('radio', { name: 'Table' }).click();
  const intervals = page.getByRole('region', { name: 'Runs ended by interval' }).getByRole('row');
  await expect(intervals.nth(1)).toBeVisible();
  const begins = await intervals
    .locator('time')
    .evaluateAll((times: HTMLTimeElement[]) => times.map(({ dateTime }) => dateTime));
  const begin = begins.find((one) => Date.parse(one) <= Date.parse(endedOn)); // the newest are first
  const row = intervals.filter({ has: page.locator(`time[datetime="${begin}"]`) });
  await expect(row).toContainText(/[1-9]/);
  await expectAccessible(page);

  await row.getByRole('link', { name: /^\d+ tasks?$/ }).click();
  await expect(page).toHaveURL(/filter=ran/);
  await expect(new TasksPage(page).row(rerunName), 'also when its last run has not ended').toBeVisible();
  await page.goBack();

  await page.getByRole('radio', { name: '24h' }).click();
  await expect(page).toHaveURL(/window=24h/);
  await expect(page.getByRole('heading', { name: 'Runs ended in the last 24 hours' })).toBeVisible();

  const map = page.getByRole('button', { name: 'Map of run time by time of end' });
  await expect(map, 'the map is of the time that was chosen').toHaveAttribute('aria-busy', 'false');
  await map.press('ArrowUp');
  await expect(page.getByText(/: [1-9]\d* tasks?, \d+ failed$/)).toBeVisible();
  await map.press('Enter');
  await expect(page).toHaveURL(/\/tasks\?.*map=runTime/);
  await expect(page.getByRole('heading', { name: 'What the selected tasks have in common' })).toBeVisible();
  await expect(new TasksPage(page).rows().first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(page).not.toHaveURL(/took/);
  await page.getByRole('group', { name: 'Show durations as' }).getByRole('radio', { name: 'Table' }).click();
  const counts = page.getByRole('region', { name: 'Tasks by time of end and duration' });
  const count = counts.getByRole('button', { name: /^Select [1-9]/ }).first();
  await count.press('Enter');
  await expect(page, 'the table selects as the map does').toHaveURL(/took/);
  await expect(count).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await count.press('Enter');
  await expect(page).not.toHaveURL(/took/);
  await page.getByRole('group', { name: 'Show durations as' }).getByRole('radio', { name: 'Map' }).click();
  await page.getByRole('radio', { name: 'Queue wait' }).click();
  await expect(page.getByRole('button', { name: 'Map of queue wait by time of end' })).toBeVisible();

  await page.goto('/');
  await queued.click();
  await expect(page).toHaveURL(/\/tasks\?filter=status/);
});

test('follows what happens elsewhere, also when the service reuses an answer', async ({ page, client }) => {
  const [, quick] = sampleTasks(new Date());
  if (quick === undefined) throw new Error('there are no samples');
  const task = await client.createTaskAsync({ ...quick, queue: 'overview-nobody-serves-this' });
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Live updates/ })).toContainText('Live');
  const paused = page.getByRole('list', { name: 'Tasks by status' }).getByRole('link', { name: /^Paused/ });
  const before = countIn(await paused.textContent());
  await page.waitForTimeout(2_500); // from then on the page counts again at once
  await client.getStatisticsAsync({ windowInMs: 3_600_000 }); // somebody else looks, and the service reuses the answer
  await client.pauseTaskAsync(task.id);
  await expect.poll(async () => countIn(await paused.textContent())).toBeGreaterThan(before);
});

/** The number in a text such as `Paused 3`. */
function countIn(text: string | null): number {
  return Number((text ?? '').replace(/\D/g, ''));
}
