import type { Locator } from '@playwright/test';
import { TaskClient } from '#client';
import { fullScope } from '#contract';
import { expect, expectAccessible, test } from './fixtures.ts';
import { RunPage } from './pages/run-page.ts';
import { StorePage } from './pages/store-page.ts';

const wrongIban = 'DE89370400440532013001';

test('sees who else is on a run, a cause and an entry, and what was done a moment ago', async ({
  page,
  client,
  stack,
  openAs,
}) => {
  test.slow();
  const person = { email: `${crypto.randomUUID()}@example.com`, password: 'looks-at-the-same-run' };
  await client.createOperatorAsync({
    name: 'Petra',
    ...person,
    scopes: [fullScope('tasks/update'), fullScope('tasks/read')],
  });
  const input = { batch: 'W46', payouts: [{ recipient: 'Huber', iban: wrongIban, amount: 10 }] };
  const failed = await client.createTaskAndWaitForResultAsync({ type: 'sample.payout.send', input });
  const group = failed.error?.fingerprint ?? '';
  await expect.poll(async () => client.getErrorGroupAsync(group).catch(() => undefined)).toBeDefined();
  const storeName = `presence-${crypto.randomUUID().slice(0, 8)}`;
  await client.getStateClient().saveStateAsync(storeName, { id: 'order', value: { total: 1 } });

  const reader = await openAs('reader');
  const readerIsSeen = page.getByText('rita@example.com is viewing this too');
  const adminIsSeen = reader.getByText(/ is viewing this too$/);
  for (const path of [`/tasks/${failed.id}`, `/errors/${group}`, `/state/${storeName}?entry=order`]) {
    await page.goto(path);
    await reader.goto(path);
    await expect(readerIsSeen).toBeVisible();
    await expect(adminIsSeen).toBeVisible();
    await expectAccessible(page);
    if (path.startsWith('/state/'))
      expect(await isCut(page.getByText('rita', { exact: true })), 'in the panel').toBe(false);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Edit order' })).toContainText(
    'rita@example.com is viewing this too',
  );
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await reader.goto('/tasks');
  await expect(readerIsSeen).toBeHidden({ timeout: 30_000 }); // a person is shown for a while after their last sign
  await expect(new StorePage(page, storeName).entry).toContainText('total');

  const { accessToken } = await new TaskClient(stack.serviceUrl, 'anonymous').signInAsync(person);
  await new TaskClient(stack.serviceUrl, { accessToken }).rerunTaskAsync(failed.id);
  const run = new RunPage(page);
  await run.open(failed.id);
  await run.hasStatus('Failed');
  await run.action('Rerun').click();
  await expect(run.dialog).toContainText(new RegExp(`Rerun .* ago by ${person.email}`));
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await run.choose('Fork from a step…'); // while Petra does the same
  await expect(run.dialog).toContainText(new RegExp(`Rerun .* ago by ${person.email}`));
  await new TaskClient(stack.serviceUrl, { accessToken }).forkRunAsync(failed.id, 1, { fromSequence: 0 });
  await expect(run.dialog).toContainText(new RegExp(`Forked .* ago by ${person.email}`));
  await expectAccessible(page);

  const bulk = await client.createBulkOperationAsync({
    action: { kind: 'rerun' },
    selection: { filter: { group, status: ['failed'] } },
  });
  const hasEnded = async () => (await client.getBulkOperationAsync(bulk.id)).endedOn !== undefined;
  await expect.poll(hasEnded, { timeout: 30_000 }).toBe(true);
  await page.goto(`/errors/${group}`);
  await page.getByRole('button', { name: /^Rerun the .* still failed…$/ }).click();
  await expect(run.dialog).toContainText(/Rerun \d+\+? tasks? .* ago by /);
  await expectAccessible(page);
});

/** Whether a text is shown only in part. */
function isCut(text: Locator): Promise<boolean> {
  return text.evaluate(({ scrollWidth, clientWidth }) => clientWidth < 5 || scrollWidth > clientWidth);
}
