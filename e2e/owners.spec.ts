import { TaskClient } from '#client';
import { fullScope, type Scope } from '#contract';
import { expect, expectAccessible, test } from './fixtures.ts';

const scopes: readonly Scope[] = ['state/create', 'state/read', 'locks/create', 'locks/read', 'tasks/create'];

/** Makes a service account with a key. */
async function newAccount(client: TaskClient, serviceUrl: string) {
  const account = `importer-${crypto.randomUUID().slice(0, 8)}`;
  const input = { name: account, serviceAccount: account, scopes: scopes.map(fullScope) };
  const { key } = await client.createApiKeyAsync(input);
  const isolated = new TaskClient(serviceUrl, { key }, { isolation: 'isolated' });
  const unretried = new TaskClient(serviceUrl, { key }, { retry: { maximumRetries: 0 } });
  return { account, owner: `account:${account}`, isolated, unretried };
}

test('shows whose isolated stores and locks there are, and releases a lock of an owner', async ({
  page,
  client,
  stack,
  openAs,
}) => {
  const { account, owner, isolated } = await newAccount(client, stack.serviceUrl);
  const state = isolated.getStateClient();
  await state.saveStateAsync('orders', { id: 'A-1', value: { total: 12 } });
  await state.saveStateAsync('orders', { id: 'B-1', value: { total: 7 } });
  await isolated.getLocksClient().acquireLockAsync('nightly', { owner: 'the importer', ttlInMs: 600_000 });

  await page.goto('/state');
  await page.getByLabel('Whose stores').selectOption(owner);
  await expect(page).toHaveURL(/\/namespaces\?owner=/);
  await expect(page.getByRole('note')).toContainText(`what belongs to ${account} (service account)`);
  await page.getByRole('button', { name: 'orders', exact: true }).click();
  await page.getByLabel('Beginning of an id in orders').fill('A');
  await expect(page.getByRole('button', { name: 'B-1', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'A-1', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Entry A-1' })).toContainText('12');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Entry A-1' })).toContainText('12');

  await page.getByRole('button', { name: 'Release nightly' }).click();
  const question = page.getByRole('alertdialog', { name: `Release nightly of ${account} (service account)?` });
  await question.getByRole('button', { name: 'Release the lock' }).click();
  await expect(page.getByText('This owner holds no isolated lock.')).toBeVisible();
  const records = await Array.fromAsync(client.listAuditAsync({ target: 'nightly' }));
  expect(records.map(({ detail }) => detail)).toContainEqual(expect.stringContaining(`in the namespace of ${owner}`));
  await page.getByLabel('Whose stores').selectOption('Shared by all');
  await expect(page.getByRole('heading', { name: 'State', level: 1 })).toBeAttached();

  const reader = await openAs('reader');
  await reader.goto('/state');
  await expect(reader.getByRole('table', { name: 'Stores' })).toBeVisible();
  await expect(reader.getByLabel('Whose stores')).toHaveCount(0);
  await reader.goto(`/namespaces?owner=${encodeURIComponent(owner)}`);
  await expect(reader.getByText('namespaces/manage')).toBeVisible();
  await expect(reader.getByText('orders')).toHaveCount(0);
});

test('limits one owner, and shows what it uses', async ({ page, client, stack, openAs }) => {
  const { account, unretried } = await newAccount(client, stack.serviceUrl);
  await page.goto('/settings/quotas');
  const row = page.getByRole('row').filter({ hasText: account });
  await row.getByRole('button', { name: `Set the limits of ${account}` }).click();
  const dialog = page.getByRole('dialog', { name: `Limits of ${account}` });
  await dialog.getByLabel('Queued tasks').fill('none');
  await expect(dialog.getByRole('button', { name: 'Set limits' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Queued tasks').fill('2');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set limits' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('0 of 2 · own');

  const later = {
    type: 'workflow',
    input: { steps: [{ name: 'note', log: { message: 'late' } }] },
    startOn: '2100-01-01T00:00:00Z',
  };
  const refusal = () =>
    unretried.createTaskAsync(later).then(
      () => 'created',
      (error: Error) => error.message,
    );
  await expect.poll(refusal).toMatch(/queued tasks, the limit \(queuedTasks\) is 2/);
  await page.reload();
  await expect(row).toContainText('2 of 2 · used up · own');
  await expectAccessible(page);

  const reader = await openAs('reader');
  await reader.goto('/settings/quotas');
  await expect(reader.getByText('quotas/manage')).toBeVisible();
});
