import { expect, test } from './fixtures.ts';
import { pressUntilTaken } from './pages/keyboard.ts';
import { RunPage } from './pages/run-page.ts';

test('the page of a run of many steps is light, and shows the step that it waits in far down', async ({
  page,
  client,
  expectedProblems,
}) => {
  const notes = Array.from({ length: 99 }, (_, place) => ({ name: `note ${place + 1}`, log: { message: 'x' } }));
  const steps = [...notes, { name: 'far down', waitForEvent: { name: 'go' } }];
  const { id: large } = await client.createTaskAsync({ type: 'workflow', input: { steps } });
  await expect.poll(async () => (await client.getTaskAsync(large)).status).toBe('waiting');
  const html = await (await page.request.get(`/tasks/${large}`)).text();
  const sent = new Set(html.match(/sequence\\*":\d+/g));
  expect(sent.size, 'the steps that come with the page: the first, and the one that the run waits in').toBe(51);

  const run = new RunPage(page);
  await run.open(large);
  await expect(run.details('Step far down')).toBeVisible();
  await expect(run.steps).toHaveAttribute('aria-rowcount', '102');
  await expect(page.getByText('100 steps', { exact: true })).toBeVisible();
  await run.open(large, { step: '89' });
  await expect(run.details('Step note 90')).toBeVisible();
  await expect(run.steps.getByRole('row', { selected: true })).toContainText('note 90');
  await expect(run.steps.getByRole('row', { selected: true })).toBeInViewport();

  expectedProblems.push(/404/);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/steps') && asked.push(request.url()));
  await page.goto(`/tasks/${large}?step=5000`);
  await expect(page.getByText('Run 1 has no step 5000 yet.')).toBeVisible();
  // once, and once more when the live stream opens after it: the step may have come in between
  const single = asked.filter((url) => /steps\/\d/.test(url)).map((url) => new URL(url).pathname);
  expect(new Set(single), 'the step itself is asked for, and none before it').toEqual(
    new Set([`/api/tasks/${large}/runs/1/steps/5000`]),
  );
});

test('T goes to the selected step, from the whole page and from another view', async ({ page, client }) => {
  const steps = ['one', 'two'].map((name) => ({ name, log: { message: 'x' } }));
  const { id } = await client.createTaskAsync({ type: 'workflow', input: { steps } });
  const run = new RunPage(page);
  await run.open(id, { step: '1' });
  await expect(run.step('two')).toBeVisible();
  await pressUntilTaken(page, 't');
  await expect(run.step('two')).toBeFocused();
  await run.open(id, { tab: 'logs' });
  await pressUntilTaken(page, 't');
  await expect(run.step(`Run 1`)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(run.step('one')).toBeFocused();
});
