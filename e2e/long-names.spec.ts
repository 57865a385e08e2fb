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
