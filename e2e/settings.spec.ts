import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { TaskClient } from '#client';
import { fullScope, readOnlyScopes } from '#contract';
import { expect, expectAccessible, personOf, test } from './fixtures.ts';
import { loseNextAnswer } from './lose-next-answer.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { StorePage } from './pages/store-page.ts';

test('changes what an operator may do, and disables the operator', async ({ page, client, browser, stack }) => {
  const [email, password] = [`otto-${crypto.randomUUID()}@example.com`, 'a password of his own'];
  const stateEditor = [...readOnlyScopes, 'state/create', 'state/delete', 'locks/delete'] as const;
  await client.createOperatorAsync({ email, name: 'Otto', password, scopes: stateEditor.map(fullScope) });
  const context = await browser.newContext({ baseURL: stack.dashboardUrl, storageState: { cookies: [], origins: [] } });
  const theirs = await context.newPage();
  await theirs.goto('/sign-in');
  await new SignInPage(theirs).signIn({ email, password });
  await new SignInPage(theirs).hasLeft();
  await page.goto('/settings/operators');
  const row = page.getByRole('row').filter({ hasText: email });

  await row.getByRole('button', { name: `Edit ${email}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${email}` });
  await edit.getByLabel('locks/delete').click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('State editor');

  await row.getByRole('button', { name: `More for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Disable…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  await theirs.goto('/tasks').catch(() => undefined); // the page may be on its way to the sign-in by itself
  await expect(theirs, 'the session has ended').toHaveURL(/\/sign-in/);
  await context.close();
});

test('makes a key, which works, and revokes it', async ({ page, stack }) => {
  const name = `import ${crypto.randomUUID()}`;
  const settings = new SettingsPage(page);
  await page.goto('/settings/api-keys');
  const key = await settings.makeKey({ name, account: 'importer', role: 'Viewer' });
  expect((await new TaskClient(stack.serviceUrl, { key }).getIdentityAsync()).name).toBe(name);
  await expect(settings.row(name)).toContainText('importer · service account');
  const revoke = page.getByRole('button', { name: `Revoke ${name}` });
  await revoke.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByText('API key revoked')).toBeVisible();
  await expect(revoke).toHaveCount(0);
});

test('a key is made and rotated once, also when the answer to the first try is lost', async ({
  page,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_|Failed to fetch|Failed to load/);
  const name = `lost ${crypto.randomUUID()}`;
  const settings = new SettingsPage(page);
  const made = async () => (await Array.fromAsync(client.listApiKeysAsync())).filter((key) => key.name === name);
  await page.goto('/settings/api-keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  const making = page.getByRole('dialog', { name: 'New API key' });
  await making.getByLabel('Name', { exact: true }).fill(name);
  await making.getByLabel('Role', { exact: true }).selectOption('Viewer');
  await loseNextAnswer(page, { tries: 2 });
  await making.getByRole('button', { name: 'Create key' }).click();
  await expect(making.getByText('It is not known whether the key was created')).toBeVisible();
  await expect(making.getByRole('button', { name: 'Create key' }), 'the focus is not lost').toBeFocused();
  await making.getByRole('button', { name: 'Create key' }).click();
  await settings.keep(`Key of ${name}`);
  expect(await made()).toHaveLength(1);

  await page.getByRole('button', { name: `Rotate ${name}` }).click();
  const rotating = page.getByRole('dialog', { name: `Rotate ${name}?` });
  await loseNextAnswer(page);
  await rotating.getByRole('button', { name: 'Rotate key' }).click();
  await settings.keep(`Key of ${name}`);
  expect(await made()).toHaveLength(2);
});

test('sets a secret, whose value is never shown', async ({ page, client }) => {
  const name = `BANK_${crypto.randomUUID().replaceAll('-', '')}`;
  await page.goto('/settings/secrets');
  await page.getByRole('button', { name: 'New secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'New secret' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Value').fill('s3cr3t-value');
  await dialog.getByLabel('Hosts').fill('not a host!');
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Hosts').fill('api.example.com');
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('api.example.com');
  await page.reload();
  await expect(row).toContainText('every type');
  expect(await page.content()).not.toContain('s3cr3t-value');
  await page.getByRole('button', { name: 'New secret' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Value').fill('another-value');
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  await expect(dialog).toContainText(`There is a secret ${name} already, and it was not changed`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toContainText('api.example.com');
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete secret' }).click();
  await expect(question).toBeHidden(); // while it is open, no row has a role
  await expect(row).toHaveCount(0);
  const names = (await Array.fromAsync(client.listSecretsAsync())).map((secret) => secret.name);
  expect(names).not.toContain(name);
});

test('a secret is set once when its answer is lost, and one that a colleague set is not overwritten unseen', async ({
  page,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_|Failed to fetch|Failed to load/);
  const name = `LOST_${crypto.randomUUID().replaceAll('-', '')}`;
  const unknown = 'It is not known whether the secret was set';
  await page.goto('/settings/secrets');
  await page.getByRole('button', { name: 'New secret' }).click();
  const making = page.getByRole('dialog', { name: 'New secret' });
  await making.getByLabel('Name', { exact: true }).fill(name);
  await making.getByLabel('Value').fill('mine');
  await loseNextAnswer(page);
  await making.getByRole('button', { name: 'Create secret' }).click();
  await expect(making, 'the name is not taken by somebody else').toBeHidden();
  const row = page.getByRole('row').filter({ hasText: name });

  await row.getByRole('button', { name: `Set ${name}` }).click();
  const setting = page.getByRole('dialog', { name: `Set ${name}` });
  await setting.getByLabel('Value').fill('mine again');
  await setting.getByLabel('Hosts').fill('mine.example');
  await loseNextAnswer(page, { tries: 2 });
  await setting.getByRole('button', { name: 'Set secret' }).click();
  await expect(setting).toContainText(unknown);
  await setting.getByRole('button', { name: 'Set secret' }).click();
  await expect(setting, 'nobody else has changed it').toBeHidden();
  await expect(row).toContainText('mine.example');

  await row.getByRole('button', { name: `Set ${name}` }).click();
  await client.setSecretAsync(name, { value: 'theirs', hosts: ['theirs.example'] });
  await setting.getByLabel('Value').fill('mine once more');
  await setting.getByRole('button', { name: 'Set secret' }).click();
  await expect(setting).toContainText('Somebody else changed its hosts meanwhile. Save again to replace that.');
  await expectAccessible(page);
  await setting.getByRole('button', { name: 'Cancel' }).click();
  await expect(row, 'what they set stayed').toContainText('theirs.example');

  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
  await client.setSecretAsync(name, { value: 'theirs again', hosts: ['theirs.example'] });
  await question.getByRole('button', { name: 'Delete secret' }).click();
  await expect(question).toContainText(`set ${name} meanwhile. Delete again to delete it as it is now.`);
  await loseNextAnswer(page, { tries: 2 });
  await question.getByRole('button', { name: 'Delete secret' }).click();
  await expect(question).toContainText('did not answer');
  await question.getByRole('button', { name: 'Delete secret' }).click();
  await expect(question).toBeHidden();
  await expect(row).toHaveCount(0);
});

test('limits, an operator and a policy are changed once when the answer is lost', async ({
  page,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_|Failed to fetch|Failed to load/);
  const run = crypto.randomUUID();
  const email = `lost-${run}@example.com`;
  await client.createOperatorAsync({ email, name: 'Lola', password: 'a password of her own', scopes: [] });
  const storeName = `lost-${run}`;
  await client.getStateClient().saveStateAsync(storeName, { id: 'a', value: 1 });

  await page.goto('/settings/operators');
  await page.getByRole('button', { name: `Edit ${email}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${email}` });
  await edit.getByLabel('Name', { exact: true }).fill('Lola Lost');
  await saveWithLostAnswer(edit, 'Save');

  await page.goto('/settings/quotas');
  await page.getByRole('button', { name: `Set the limits of ${email}` }).click();
  const limits = page.getByRole('dialog', { name: /^Limits of/ });
  await limits.getByLabel('Queued tasks').fill('7000');
  await saveWithLostAnswer(limits, 'Set limits');

  const store = new StorePage(page, storeName);
  await store.open();
  await store.more('Policy…');
  await store.dialog.getByLabel('Refuse changes that could overwrite others').click();
  await saveWithLostAnswer(store.dialog, 'Save policy');
});

/** Saves a form and loses the answer. The form is sent again by itself, and ends as after its first try. */
async function saveWithLostAnswer(dialog: Locator, button: string): Promise<void> {
  await loseNextAnswer(dialog.page());
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('shows the state of the deployment, and saves what the preview of a support bundle shows', async ({ page }) => {
  await page.goto('/settings/deployment');
  await expect(page.getByRole('region', { name: /^Health/ })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: /^Service / }).first()).toBeVisible();
  await expect(page.getByRole('rowheader', { name: /^Worker / }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Support bundle' }).click();
  const dialog = page.getByRole('dialog', { name: 'Support bundle' });
  const shown = await dialog.getByRole('region', { name: 'The whole file' }).textContent();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^taskdeck-support-.*\.json$/);
  expect(await readFile(await file.path(), 'utf8')).toBe(shown);
  expect(JSON.parse(shown ?? '')).toMatchObject({ kind: 'taskdeck-support-bundle', services: [{ isLive: true }] });
});

test('shows the limits of each owner with their action, also on a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/settings/quotas');
  await expect(page.getByRole('row').getByRole('button', { name: /^Set/ }).first()).toBeInViewport({ ratio: 1 });
});

test('shows what is kept for how long, and the policy of each store', async ({ page, client }) => {
  const storeName = `kept-${crypto.randomUUID()}`;
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id: 'a', value: 1 });
  await state.setStorePolicyAsync(storeName, { defaultTtlInSeconds: 86_400 });
  await page.goto('/settings/retention');
  const versions = page.getByRole('row', { name: /^Earlier versions of entries/ });
  await expect(versions).toContainText('30 days, by default');
  await expect(versions).toContainText('TASKDECK_STATE_RETENTION_DAYS');
  await expectAccessible(page);
  const store = page.getByRole('row').filter({ hasText: storeName });
  await expect(store).toContainText('after 1');
  await expect(store.getByRole('link', { name: storeName })).toHaveAttribute('href', `/state/${storeName}`);
});

test.describe('an operator who may only read', () => {
  test.use({ role: 'reader' });

  test('is told what the settings take, and sees and ends own sessions', async ({ page, client, stack }) => {
    await page.goto('/settings');
    await expect(page).toHaveURL(/\/settings\/sessions$/);
    await expect(page.getByText('This session').first()).toBeVisible();
    await expectAccessible(page);
    const { email, password } = personOf('reader', stack);
    const { accessToken } = await client.signInAsync({ email, password, device: 'a lost phone' });
    await page.reload();
    await page.getByRole('button', { name: 'End the session of a lost phone' }).click();
    await expect(page.getByText('a lost phone')).toHaveCount(1); // the message
    const lost = new TaskClient(stack.serviceUrl, { accessToken });
    await expect.poll(() => lost.getIdentityAsync().catch(({ statusCode }) => statusCode)).toBe(401);
    await page.goto('/settings/secrets');
    await expect(page.getByText('secrets/manage')).toBeVisible();
    await new Shell(page).isLive();
    await page.keyboard.press('g');
    await page.keyboard.press(',');
    await expect(page).toHaveURL(/\/settings\/sessions$/);
    await expectAccessible(page);
  });
});
