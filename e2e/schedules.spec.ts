import { sampleTasks } from '#samples';
import { expect, expectAccessible, test } from './fixtures.ts';

test('reads what a schedule means, changes it, pauses and resumes it', async ({ page, client }) => {
  const scheduled = sampleTasks(new Date()).find(({ schedule }) => schedule !== undefined);
  if (scheduled === undefined) throw new Error('there are no samples');
  const name = `Report ${crypto.randomUUID()}`;
  const task = await client.createTaskAsync({
    ...scheduled,
    name,
    schedule: { cron: '30 8 * * 1', timeZone: 'Europe/Berlin' },
  });

  await page.goto('/schedules');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('At 08:30, only on Monday');
  await expect(row).toContainText('Europe/Berlin');
  await expect(row.locator('a[href$="tab=history"]'), 'no run has begun').toHaveText('0');
  await expectAccessible(page);

  await row.getByRole('link', { name: /^Edit/ }).click();
  const cron = page.getByLabel('Cron expression');
  await cron.fill('61 * * * *');
  await expect(page.getByRole('alert').filter({ hasText: /minute|range/i })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save schedule' })).toBeDisabled();
  await cron.fill('0 6 * * *');
  const meaning = page.getByRole('region', { name: 'What the schedule means' });
  await expect(meaning).toContainText('At 06:00');
  await expect(meaning).toContainText('Next 10, in Europe/Berlin');
  await expect(meaning.getByRole('listitem')).toHaveCount(10);
  await expect(page.getByRole('table', { name: 'Runs of this task' }).getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await cron.press('ControlOrMeta+Enter');
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'Schedule saved' })).toBeVisible();
  expect((await client.getTaskAsync(task.id)).schedule).toMatchObject({ cron: '0 6 * * *', timeZone: 'Europe/Berlin' });
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Schedules' }).click();
  await expect(row).toContainText('At 06:00');

  const before = (await client.getTaskAsync(task.id)).nextRunOn ?? '';
  await row.getByRole('button', { name: /^Skip the next run/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Skip the next run?' });
  await expect(question).toContainText(/will not run at \d{4}-\d\d-\d\d 06:00:00 in Europe\/Berlin\./);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Skip' }).click();
  await expect(question).toBeHidden();
  const skipped = (await client.getTaskAsync(task.id)).nextRunOn ?? '';
  expect(Date.parse(skipped), 'the next day, whatever the clocks do').toBeGreaterThanOrEqual(
    Date.parse(before) + 82_800_000,
  );

  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect(row).toContainText('none while paused');
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect(row.getByRole('button', { name: /^Pause/ })).toBeVisible();

  await row.getByRole('button', { name: /^Run .* now$/ }).click();
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'Started' })).toBeVisible();
  const hasBegun = async () => {
    const { status, runCount } = await client.getTaskAsync(task.id);
    return runCount > 1 || status !== 'scheduled';
  };
  await expect.poll(hasBegun).toBe(true);
  await row.getByRole('link', { name: /^Edit/ }).click();
  const runs = page.getByRole('table', { name: 'Runs of this task' });
  await expect(runs.getByRole('row', { name: /^2 Scheduled/ })).toBeVisible();
  expect((await client.getTaskAsync(task.id)).nextRunOn, 'the skip stays').toBe(skipped);
  // an open menu stays as it was opened, so the header is to know of the next run before
  await expect(page.locator('main header').getByText('Scheduled', { exact: true })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Pause', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();
  await expect(meaning).toContainText('Paused: no run starts until it is resumed.');
  await expect(runs.getByRole('row', { name: /^2 Paused/ }), 'the list of runs is live').toBeVisible();
  await page.goto('about:blank'); // an open page would read again what is gone
  await client.deleteTaskAsync(task.id, { force: true });
});

test('writes a schedule, which a colleague changes before the next change of it', async ({ page, client }) => {
  const name = `Report ${crypto.randomUUID()}`;
  await page.goto('/schedules/new?type=sample.report.sales');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByText('Enter a cron expression such as')).toBeVisible();
  await page.getByRole('button', { name: 'Monthly on the 1st' }).click();
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('tokyo');
  await zone.press('Enter');
  await expect(page.getByText('Next 10, in Asia/Tokyo')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Input' }).press('ControlOrMeta+Enter');
  await page.waitForURL(/\/schedules\/(?!new)/);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  expect((await client.getTaskAsync(id)).schedule).toEqual({ cron: '0 6 1 * *', timeZone: 'Asia/Tokyo' });

  await page.getByLabel('Cron expression').fill('0 2 1 1 *');
  await client.updateTaskAsync(id, { schedule: { cron: '0 1 1 1 *', timeZone: 'UTC' } });
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText('Somebody else changed schedule in the meantime.')).toBeVisible();
  expect((await client.getTaskAsync(id)).schedule).toMatchObject({ cron: '0 1 1 1 *' });
  await page.getByRole('link', { name: 'Workers', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave this schedule?' });
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/workers$/);
  await page.goto('about:blank'); // an open page would read again what is gone
  await client.deleteTaskAsync(id, { force: true });
});
