import type { Locator } from '@playwright/test';
import { sampleTasks } from '#samples';
import { expect, expectAccessible, test } from './fixtures.ts';
import { RunPage } from './pages/run-page.ts';

test('a name and a sentence without room on a phone are shown whole when they are pressed', async ({
  page,
  client,
}) => {
  const [order] = sampleTasks(new Date());
  if (order === undefined) throw new Error('there are no samples');
  const name = `${'Überweisungen der Woche 46 an alle Empfänger 🚀 '.repeat(4)}– the end`;
  const task = await client.createTaskAsync({
    ...order,
    name,
    queue: `a-queue-that-nobody-serves-${'long-'.repeat(12)}`,
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const run = new RunPage(page);
  await run.open(task.id);
  await expect(run.header.getByRole('heading', { level: 1 })).toHaveText(name);
  expect((await run.header.boundingBox())?.height).toBeLessThanOrEqual(96);
  const whole = page.getByRole('dialog', { name: 'The whole name' });
  await run.header.getByRole('button', { name: 'Show the whole name' }).click();
  await expect(whole).toHaveText(name);
  await expect(whole).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(whole).toBeHidden();
  await run.header.getByRole('button', { name: 'Show the whole sentence' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'The whole sentence' })).toContainText(/Start a worker|Move the task/);
});

test('the name of an alert or a schedule is whole on a phone, where the breadcrumb has no room for it', async ({
  page,
  client,
}) => {
  const name = 'Reconcile the ledger of the northern region for November';
  const condition = { kind: 'failure', type: 'long-names' } as const;
  const alert = await client.createAlertAsync({
    name,
    condition,
    channels: [{ kind: 'slack', url: 'http://127.0.0.1:9/' }],
  });
  const schedule = await client.createTaskAsync({
    ...{ name, type: 'sample.approval', input: { subject: 'a test' } },
    schedule: { cron: '0 7 1 1 *', timeZone: 'Europe/Berlin' },
  });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [`/alerts/${alert.id}`, `/schedules/${schedule.id}`]) {
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1, name });
    await expect(heading).toBeInViewport({ ratio: 1 });
    expect((await heading.boundingBox())?.width, 'nothing of it is cut').toBeGreaterThan(200);
    await expect(heading.getByRole('button')).toHaveCount(0);
    const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByText(name);
    expect((await crumb.boundingBox())?.width, 'it is not there a second time').toBeLessThanOrEqual(1);
    await expectAccessible(page);
  }
  await client.deleteAlertAsync(alert.id);
  await client.deleteTaskAsync(schedule.id, { force: true });
});

test('a long name from right to left is cut at its end, as any other, and the parts of an id keep their order', async ({
  page,
  client,
}) => {
  const [order] = sampleTasks(new Date());
  if (order === undefined) throw new Error('there are no samples');
  const name = `${'טלב דחוף של הלקוח '.repeat(8)}סוף`;
  const { id } = await client.createTaskAsync({ ...order, name, queue: 'nobody-serves-this' });
  await page.goto(`/tasks?filter=id:${id}`);
  const main = page.getByRole('main');
  await expect.poll(() => isBeginningSeen(main.getByRole('link', { name }))).toBe(true);
  await page.setViewportSize({ width: 700, height: 740 });
  await page.goto(`/tasks/${id}`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  const crumb = crumbs.getByText(name);
  await expect.poll(() => isBeginningSeen(crumb)).toBe(true);
  // what stands beside it can still come, such as the number of requests that wait for an approval
  await expect
    .poll(async () => {
      const [inside, outside] = [await crumb.boundingBox(), await crumbs.boundingBox()];
      return (inside?.x ?? 0) + (inside?.width ?? 0) - ((outside?.x ?? 0) + (outside?.width ?? 0));
    }, 'it lies over nothing beside it')
    .toBeLessThanOrEqual(1);

  const store = `right-to-left-${crypto.randomUUID()}`;
  await client.getStateClient().saveStateAsync(store, { id: 'ראשון/שני/1', value: 1 });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/state/${store}`);
  const parts = main.getByRole('row', { name: 'ראשון/שני/1' }).locator('bdi');
  await expect(parts).toHaveText(['ראשון', 'שני']);
  const [first, second] = [await parts.first().boundingBox(), await parts.last().boundingBox()];
  expect(first?.x).toBeLessThan(second?.x ?? 0);
});

/** Whether the first letters of a text are inside of the box that cuts it. */
const isBeginningSeen = (text: Locator) =>
  text.evaluate((element) => {
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const box = element.closest('.truncate, .truncate-name')?.getBoundingClientRect();
    if (node === null || box === undefined) throw new Error('nothing is cut');
    const range = document.createRange();
    range.setStart(node, 0);
    range.setEnd(node, 3);
    const letters = range.getBoundingClientRect();
    return letters.left >= box.left - 1 && letters.right <= box.right + 1;
  });

test('the long name of a failing step is whole beside the list and on the page of its cause', async ({
  page,
  client,
}) => {
  const name = `fetch-${'page'.repeat(45)}`;
  const step = { name, http: { method: 'GET', url: 'http://10.0.0.1/' } };
  const { id, error } = await client.createTaskAndWaitForResultAsync({ type: 'workflow', input: { steps: [step] } });
  await page.goto(`/tasks?filter=id:${id}&panel=${id}`);
  const panel = page.getByRole('complementary', { name: 'Task beside the list' });
  const sentence = panel.getByText(`In step “${name}”.`);
  await isWithin(sentence);
  await isWithin(panel.getByRole('link', { name, exact: true }));
  await isWithin(panel.getByRole('region', { name: /^Input of run 1/ }));

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/errors/${error?.fingerprint}`);
  await isWithin(page.getByText(`in step “${name}”`, { exact: true }));
});

test('a long message without spaces leaves the buttons of an operation on the screen', async ({ page, client }) => {
  const name = `fetch-${'page'.repeat(45)}`;
  const twice = { name, log: { message: 'looked' } };
  const { id } = await client.createTaskAndWaitForResultAsync({ type: 'workflow', input: { steps: [twice, twice] } });
  const operation = await client.createBulkOperationAsync({
    action: { kind: 'rerun' },
    selection: { filter: { id: [id] } },
    reason: name,
  });
  await expect.poll(async () => (await client.getBulkOperationAsync(operation.id)).failed, { timeout: 30_000 }).toBe(1);
  for (const width of [1_440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/operations/${operation.id}`);
    await isWithin(page.getByRole('region', { name: 'Causes' }));
    await isWithin(page.getByText(`Reason: ${name}`));
    await expect(page.getByRole('main').getByRole('button', { name: 'More actions' })).toBeInViewport({ ratio: 1 });
  }
});

/** Nothing that it holds, such as a letter, is beyond the left or right edge of the panel or page that shows it. */
async function isWithin(part: Locator): Promise<void> {
  await expect(part).toBeVisible();
  const beyond = await part.evaluate((element) => {
    const content = document.createRange();
    content.selectNodeContents(element);
    const inner = content.getBoundingClientRect();
    const outer = element.closest('aside, main')?.getBoundingClientRect();
    return outer === undefined ? Number.NaN : Math.max(outer.left - inner.left, inner.right - outer.right);
  });
  expect(beyond).toBeLessThanOrEqual(0);
}
