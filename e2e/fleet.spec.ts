import { sampleTasks } from '#samples';
import { expect, expectAccessible, test } from './fixtures.ts';

test('shows who works, and the queue that nobody serves', async ({ page, client }) => {
  const [, quick] = sampleTasks(new Date());
  if (quick === undefined) throw new Error('there are no samples');
  const queue = `lonely-${crypto.randomUUID().slice(0, 8)}`;
  await client.createTaskAsync({ ...quick, queue });
  const id = `seen-${crypto.randomUUID()}`;
  const from = new Date(Date.now() - 1_000).toISOString();
  await client.createTaskAndWaitForResultAsync({ ...quick, id });
  const during = `${from}~${new Date(Date.now() + 1_000).toISOString()}`;
  await page.goto(`/workers?${new URLSearchParams({ during })}`);
  const workers = page.getByRole('region', { name: 'Table of workers' }).getByRole('row');
  await expect(workers.filter({ hasText: 'Live' }).first()).toContainText(/\d+ of \d+/);
  const lonely = page.getByRole('row').filter({ hasText: queue });
  await expect(lonely).toContainText('No worker: tasks in this queue wait');
  const ofRun = page.getByRole('link', { name: new RegExp(`${id}: succeeded`) });
  await expect(ofRun).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'By queue' }).click();
  await expect(page.getByRole('list', { name: 'Runs by queue' })).toBeVisible();
  await ofRun.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/tasks/${id}`));
  await page.goto('/workers');
  await lonely.getByRole('link', { name: '1' }).click();
  await expect(page).toHaveURL(new RegExp(`queue%3A${queue}`));
});
