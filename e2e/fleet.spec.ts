import { sampleTasks } from '#samples';
import { expect, expectAccessible, test } from './fixtures.ts';

test('shows who works, and the queue that nobody serves', async ({ page, client }) => {
  const [, quick] = sampleTasks(new Date());
  if (quick === undefined) throw new Error('there are no samples');
  const queue = `lonely-${crypto.randomUUID().slice(0, 8)}`;
  await client.createTaskAsync({ ...quick, queue });
  await page.goto('/workers');
  const workers = page.getByRole('region', { name: 'Table of workers' }).getByRole('row');
  await expect(workers.filter({ hasText: 'Live' }).first()).toContainText(/\d+ of \d+/);
  const lonely = page.getByRole('row').filter({ hasText: queue });
  await expect(lonely).toContainText('No worker: tasks in this queue wait');
  await expectAccessible(page);
  await lonely.getByRole('link', { name: '1' }).click();
  await expect(page).toHaveURL(new RegExp(`queue%3A${queue}`));
});
