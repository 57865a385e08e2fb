import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './fixtures.ts';
import { pressUntilTaken } from './pages/keyboard.ts';
import { LogsPage } from './pages/logs-page.ts';
import { RunPage } from './pages/run-page.ts';

test('searches every line of a long log, shows a line in its context, and takes lines along', async ({
  page,
  client,
}) => {
  test.slow();
  const task = await client.createTaskAsync({
    type: 'sample.sensor.replay',
    input: { site: 'Pier 3', readings: 3_000 },
  });
  await client.getTaskAsync(task.id, { waitInMs: 60_000 });
  const run = new RunPage(page);
  await run.open(task.id, { tab: 'logs' });
  await expect(run.logLines).toContainText('1 of 3000 readings');
  await expectAccessible(page);

  await pressUntilTaken(page, 'Control+f');
  await expect(run.logSearch).toBeFocused();
  await run.logSearch.fill('2901 of 3000');
  await expect(page.getByText('1 line matches among every line of run 1.')).toBeVisible();
  await expect(page).toHaveURL(/q=2901/);
  const found = run.logLines.getByText('2901 of 3000').first();
  await found.hover();
  await run.logLines.getByRole('button', { name: 'In context' }).click();
  await expect(page).toHaveURL(/line=/);
  await expect(run.logLines.getByText('reading: 2900', { exact: false })).toBeVisible();
  await expect(run.logLines.getByText('reading: 2902', { exact: false })).toBeVisible();
  await page.goBack();
  await expect(run.logSearch).toHaveValue('2901 of 3000');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();

  await page.getByRole('button', { name: 'Last line' }).click();
  await expect(run.logLines.getByText('reading: 3000', { exact: false }).first()).toBeInViewport();
  await page.getByRole('button', { name: 'First line' }).click();
  await expect(run.logLines.getByText(/^1 of 3000 readings/).first()).toBeInViewport();

  const strip = page.getByRole('slider', { name: 'Lines over time' });
  await expect(strip).toHaveAttribute('aria-valuetext', /^3,000 lines/);
  await strip.press('End');
  await expect(page).toHaveURL(/line=/);
  await expect(strip).toHaveAttribute('aria-valuenow', (await strip.getAttribute('aria-valuemax')) ?? '');
  await strip.click({ position: { x: 1, y: 14 } });
  await expect(strip).toHaveAttribute('aria-valuenow', '1');
  await expect(run.logLines.getByText(/^1 of 3000 readings/).first()).toBeInViewport();

  await page.getByLabel('Level', { exact: true }).selectOption('error');
  await expect(strip).toHaveAttribute('aria-valuetext', /\d match/);
  await expect(run.logLines).toContainText('above its limit');
  await expect(run.logLines).not.toContainText('getting hot');
  await page.getByRole('button', { name: 'Download' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'All lines as JSON lines' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(3_000);
  expect(JSON.parse(lines[2_999] ?? '')).toMatchObject({ fields: { reading: 3_000 } });
});

test('finds lines in the logs of all tasks, in a range of time, and leads to the run', async ({ page, client }) => {
  const task = await client.createTaskAsync({
    type: 'sample.sensor.replay',
    input: { site: 'Pier 5', readings: 200 },
  });
  await client.getTaskAsync(task.id, { waitInMs: 60_000 });
  const logs = new LogsPage(page);
  await logs.open(`task:${task.id}`);
  await expect(logs.rows.first()).toContainText('reading: 200');

  await logs.isLive();
  await logs.level.selectOption('warn');
  await expect(page).toHaveURL(/level/);
  await expect(logs.rows.first()).toContainText(/getting hot|above its limit/);
  await expect(logs.strip).toHaveAttribute('aria-valuetext', /warning/);
  await logs.strip.press('Home');
  await logs.strip.press('Shift+End');
  await logs.strip.press('Enter');
  await expect(page).toHaveURL(/time/);
  await expect(logs.rows.first()).toContainText(/getting hot|above its limit/);

  await logs.open(`task:${task.id} field:reading=123`);
  await expect(page.getByText('1 line found in all logs that are kept.')).toBeVisible();
  await logs.isLive();
  await logs.rows.first().getByText('reading: 123').click();
  await expect(page.getByRole('region', { name: 'Line' })).toContainText('"reading": 123');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'In the log of its run' }).click();
  await expect(new RunPage(page).logLines.getByText('reading: 123', { exact: false })).toBeVisible();
});

test('scrolls through a long log with few lines in the page', async ({ page, client }) => {
  test.slow();
  const task = await client.createTaskAsync({
    type: 'sample.sensor.replay',
    input: { site: 'Pier 4', readings: 3_000 },
  });
  await client.getTaskAsync(task.id, { waitInMs: 60_000 });
  const run = new RunPage(page);
  await run.open(task.id, { tab: 'logs' });
  await expect(run.logLines).toContainText('reading: 2,');
  const coverage = page.getByText(/[\d,]+\+? lines of run 1/);
  for (let said = await coverage.textContent(); !said?.startsWith('All 3,000 '); said = await coverage.textContent()) {
    await run.logLines.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(coverage, 'the end of what is loaded loads more').not.toHaveText(said ?? '');
  }
  await run.logLines.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(run.logLines.getByText('reading: 3000', { exact: false })).toBeVisible();
  expect(await run.logLines.locator('[data-index]').count()).toBeLessThan(150);
  await run.logLines.evaluate((element) => element.scrollTo(0, 0));
  await expect(run.logLines).toContainText('reading: 2,');
});

test('leads to the line at the time cursor where it is not loaded', async ({ page, client }) => {
  const queue = 'nobody-serves-this';
  const task = await client.createTaskAsync({
    type: 'sample.sensor.replay',
    input: { site: 'Pier 6', readings: 1 },
    queue,
  });
  await client.raiseTaskEventAsync(task.id, 'first', { value: 1 });
  for (const from of [0, 500, 1_000]) {
    const entries = Array.from({ length: 500 }, (_, index) => ({ message: `reading: ${from + index}.` }));
    await client.getLogsClient().writeLogsAsync(task.id, 1, entries);
  }
  await client.getLogsClient().writeLogsAsync(task.id, 1, [{ message: 'the last reading' }]);
  await client.raiseTaskEventAsync(task.id, 'last', { value: 1 });

  const run = new RunPage(page);
  await run.open(task.id, { tab: 'events' });
  const pointAt = (event: string) =>
    page.getByRole('table', { name: 'Events of this task' }).getByText(event, { exact: true }).hover();
  const notice = page.getByRole('region', { name: 'Line at the time cursor' });
  const marked = run.logLines.locator('[data-at-cursor]');
  await pointAt('last');
  await run.tab('Logs').click();
  await expect(marked).toContainText('the last reading');
  await page.getByRole('button', { name: 'First line' }).click();
  await expect(notice).toContainText('The line at the time cursor is later, and not loaded');
  await expect(marked).toHaveCount(0);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await notice.getByRole('button', { name: 'Load it' }).press('Enter');
  await expect(marked).toContainText('the last reading');
  await expect(notice).toBeHidden();

  await run.tab('Events').click();
  await pointAt('first');
  await run.tab('Logs').click();
  await expect(notice).toContainText('The line at the time cursor is earlier, and not loaded');
  await notice.getByRole('button', { name: 'Load it' }).click();
  await expect(marked).toContainText('reading: 0.');
});

test('follows a log while it is written, and holds still when the reader scrolls up', async ({ page, client }) => {
  const queue = 'nobody-serves-this'; // the test writes the log itself, at its own pace
  const task = await client.createTaskAsync({
    type: 'sample.sensor.replay',
    input: { site: 'Pier 5', readings: 1 },
    queue,
  });
  const write = (from: number, to: number) => {
    const entries = Array.from({ length: to - from }, (_, index) => ({ message: `reading: ${from + index}` }));
    return client.getLogsClient().writeLogsAsync(task.id, 1, entries);
  };
  await write(0, 500);
  const run = new RunPage(page);
  await run.open(task.id, { tab: 'logs' });
  const follow = page.getByRole('button', { name: 'Follow' });
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await write(500, 600);
  await expect(run.logLines).toContainText('reading: 599');
  const below = () => run.logLines.evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  await expect.poll(below, 'it has followed to the end').toBeLessThan(2);
  await run.logLines.hover();
  await page.mouse.wheel(0, -2_000);
  await expect(follow).toHaveAttribute('aria-pressed', 'false');
  const top = await run.logLines.locator('[data-index]').first().textContent();
  const before = await run.logLines.evaluate((element) => element.scrollTop);
  const told = page.waitForResponse((response) => response.url().includes('after='));
  await write(600, 700);
  await told;
  expect(await run.logLines.evaluate((element) => element.scrollTop)).toBe(before);
  expect(await run.logLines.locator('[data-index]').first().textContent()).toBe(top);
  await page.getByRole('button', { name: 'To the newest line' }).click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await expect(run.logLines).toContainText('reading: 699');
  await client.cancelTaskAsync(task.id);
});
