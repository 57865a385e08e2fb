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
