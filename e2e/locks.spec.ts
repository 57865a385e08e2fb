import { expect, expectAccessible, test } from './fixtures.ts';
import { Shell } from './pages/shell.ts';

test('shows who holds a lock and who waits, and releases it after asking', async ({ page, client }) => {
  const locks = client.getLocksClient();
  const name = `export / ${crypto.randomUUID()}`;
  const held = await locks.acquireLockAsync(name, { owner: 'runner one', ttlInMs: 600_000 });
  const next = locks.acquireLockAsync(name, { owner: 'runner two', waitInMs: 60_000, ttlInMs: 600_000 });
  await expect.poll(async () => (await locks.getLockAsync(name)).waitingCount).toBe(1);

  await page.goto('/locks');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('runner one');
  await expect(row).toContainText('1, next runner two');
  await expectAccessible(page);

  await row.getByRole('button', { name: `Release ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Release ${name}?` });
  await expect(question).toContainText('runner one holds it and is not stopped');
  await expect(question).toContainText('runner two acquires it at once');
  await question.getByRole('button', { name: 'Keep it held' }).click();
  expect((await locks.getLockAsync(name)).fencingToken).toBe(held.fencingToken);

  await row.getByRole('button', { name: `Release ${name}` }).click();
  await question.getByRole('button', { name: 'Release the lock' }).click();
  await expect(row).toContainText('runner two');
  const { fencingToken } = await next;
  expect(fencingToken).toBeGreaterThan(held.fencingToken);
  await locks.releaseLockAsync(name, fencingToken);
  await expect(row, 'a lock that its program releases leaves the list').toBeHidden();
});

test('a lock that was released is not waited for when the network is cut', async ({
  page,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_|Failed to fetch/);
  const name = `cut ${crypto.randomUUID()}`;
  await client.getLocksClient().acquireLockAsync(name, { ttlInMs: 600_000 });
  await page.goto('/locks');
  await page.getByRole('button', { name: `Release ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Release ${name}?` });
  let isReleased = false;
  page.on('response', (response) => {
    if (response.request().method() === 'POST') isReleased = true;
  });
  // The read after the release is never answered. The page also reads by itself, before it.
  await page.route('**/api/locks*', (route) => (isReleased ? page.context().setOffline(true) : route.continue()));
  await question.getByRole('button', { name: 'Release the lock' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText('Released', { exact: true })).toBeVisible();
  const held = await Array.fromAsync(client.getLocksClient().listLocksAsync());
  expect(held.filter((lock) => lock.name === name)).toEqual([]);

  await page.unroute('**/api/locks*');
  await page.context().setOffline(false);
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);
});

test.describe('an operator who may only read', () => {
  test.use({ role: 'reader' });

  test('sees the locks, and why they may not release one', async ({ page, client }) => {
    const name = `read ${crypto.randomUUID()}`;
    await client.getLocksClient().acquireLockAsync(name, { ttlInMs: 600_000 });
    await page.goto('/locks');
    const release = page.getByRole('button', { name: `Release ${name}` });
    await expect(release).toBeDisabled();
    await new Shell(page).isLive();
    await release.focus();
    await expect(page.getByRole('tooltip')).toContainText('locks/delete');
  });
});
