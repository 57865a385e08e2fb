import { fullScope, readOnlyScopes } from '#contract';
import { ageProofs } from './age-proofs.ts';
import { expect, expectAccessible, personOf, test } from './fixtures.ts';
import { PasswordForm } from './pages/password-form.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { StateEditor } from './pages/state-editor.ts';
import { StorePage } from './pages/store-page.ts';
import { TasksPage } from './pages/tasks-page.ts';
import { addVirtualAuthenticator } from './virtual-authenticator.ts';

test.use({ role: 'nobody' });

test('a link leads through sign-in to the page it names; a wrong password is said', async ({
  page,
  stack,
  expectedProblems,
}) => {
  expectedProblems.push(/401/);
  const signInPage = new SignInPage(page);
  await page.goto('/tasks?tab=1');
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Ftasks%3Ftab%3D1$/);
  await expectAccessible(page);

  const admin = personOf('admin', stack);
  await signInPage.signIn({ ...admin, password: 'not the password' });
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible();
  await expectAccessible(page);

  await signInPage.signIn(admin);
  await expect(page).toHaveURL(/\/tasks\?tab=1$/);
});

test('what is typed and clicked before the page has its scripts is neither lost nor put into the address', async ({
  page,
  stack,
}) => {
  let scripts = Promise.withResolvers<void>();
  await page.route('**/_next/static/**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/sign-in?callbackUrl=%2Fworkers', { waitUntil: 'commit' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await new SignInPage(page).signIn(personOf('admin', stack));
  scripts.resolve();
  await expect(page).toHaveURL(/\/workers$/);
  expect(asked.filter((url) => url.includes('password'))).toEqual([]);

  scripts = Promise.withResolvers<void>();
  await page.goto('/tasks', { waitUntil: 'commit' });
  await expect(new TasksPage(page).input).toBeVisible();
  await page.keyboard.type('/status:fai');
  scripts.resolve();
  await expect(new TasksPage(page).input).toHaveValue('status:fai');
});

test('sign-out ends the session for every page of this browser', async ({ page, stack }) => {
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.signIn(personOf('admin', stack));
  await signInPage.hasLeft();
  const menu = await new Shell(page).openOperatorMenu();
  await expect(menu).toContainText('admin@localhost');
  await expectAccessible(page);
  await menu.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto('/tasks');
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Ftasks$/);
});

test('a sign-out leaves nothing in the browser of what was read: no file of an export, no blob in the cache', async ({
  page,
  stack,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_CACHE_MISS/); // the cache has nothing
  const storeName = `read-${crypto.randomUUID().slice(0, 8)}`;
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id: 'a', value: 'exported', hasBlob: true });
  await state.uploadBlobAsync({ storeName, id: 'a' }, Buffer.from('a blob that was looked at'));
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.signIn(personOf('admin', stack));
  await signInPage.hasLeft();
  const store = new StorePage(page, storeName);
  await store.open();
  await store.more('Export…');
  const download = page.waitForEvent('download');
  await store.dialog.getByRole('button', { name: 'Export' }).click();
  await (await download).path();
  const blob = `/api/blobs?store=${storeName}&id=a`;
  expect(await page.evaluate(async (path) => (await fetch(path)).text(), blob)).toBe('a blob that was looked at');
  const onDisk = () =>
    page.evaluate(async () =>
      Array.fromAsync((await navigator.storage.getDirectory()).keys()).then(({ length }) => length),
    );
  expect(await onDisk()).toBe(1);
  await page.keyboard.press('Escape');
  await new Shell(page).signOut();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect.poll(onDisk).toBe(0);
  const fromCache = (path: string) =>
    fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).then(
      (answer) => answer.text(),
      () => 'nothing',
    );
  expect(await page.evaluate(fromCache, blob)).toBe('nothing');
});

for (const [how, next] of [
  ['a sign-out in another tab', 'signOut'],
  ['another operator in another tab', 'signInAsOther'],
] as const)
  test(`${how} leaves no draft in a tab that stayed open`, async ({
    page,
    context,
    stack,
    client,
    openAs,
    expectedProblems,
  }) => {
    expectedProblems.push(/401/); // what the tab reads before it hears of the sign-out
    const storeName = `left-${crypto.randomUUID().slice(0, 8)}`;
    await client.getStateClient().saveStateAsync(storeName, { id: 'a', value: { step: 1 } });
    const signInPage = new SignInPage(page);
    await signInPage.open();
    await signInPage.signIn(personOf('admin', stack));
    await signInPage.hasLeft();
    const editor = new StateEditor(page, storeName);
    await editor.edit('a');
    await editor.write('{"step": "a hidden draft"');
    const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    await expect.poll(kept).toContain('a hidden draft');
    page.on('dialog', (dialog) => void dialog.accept());

    const other = await context.newPage();
    if (next === 'signOut') {
      await other.goto(`${stack.dashboardUrl}/`);
      await (await new Shell(other).openOperatorMenu()).getByRole('button', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(/\/sign-in/);
    } else {
      await context.addCookies(await (await openAs('reader')).context().cookies());
      await other.goto(`${stack.dashboardUrl}/`);
      await expect(await new Shell(other).openOperatorMenu()).toContainText('rita@example.com');
      await expect(editor.value).toBeHidden();
    }
    await expect.poll(kept).not.toContain('a hidden draft');
    await expect(page.getByText('a hidden draft')).toBeHidden();
  });

test('a page saves nothing as another operator who signed in meanwhile, and keeps what was typed', async ({
  page,
  context,
  stack,
  client,
  openAs,
  expectedProblems,
}) => {
  expectedProblems.push(/401/);
  const storeName = `kept-${crypto.randomUUID().slice(0, 8)}`;
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id: 'a', value: { step: 1 } });
  const signInPage = new SignInPage(page);
  await signInPage.open();
  const admin = personOf('admin', stack);
  await signInPage.signIn(admin);
  await signInPage.hasLeft();
  const editor = new StateEditor(page, storeName);
  await editor.edit('a');
  await editor.write('{"step": 2}');
  const [email, password] = [`otto-${crypto.randomUUID()}@example.com`, 'a password of his own'];
  const scopes = [...readOnlyScopes, 'state/create' as const].map(fullScope);
  await client.createOperatorAsync({ email, name: 'Otto', password, scopes });
  const otto = new SignInPage(await openAs('nobody'));
  await otto.open();
  await otto.signIn({ email, password });
  await otto.hasLeft();
  await context.addCookies(await otto.page.context().cookies());
  await editor.save.click();
  const cover = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await expect(cover.getByText(`Sign in again as ${admin.email}`)).toBeVisible();
  expect((await state.getStateAsync(storeName, 'a')).value).toEqual({ step: 1 });
  await cover.getByLabel('Password').fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(cover).toBeHidden();
  await expect.poll(async () => (await state.getStateAsync(storeName, 'a')).value).toEqual({ step: 2 });
  expect((await state.getStateAsync(storeName, 'a')).lastModifiedBy).toMatchObject({ name: admin.email });
});

test('a link cannot send people elsewhere', async ({ page, stack }) => {
  const signInPage = new SignInPage(page);
  await page.goto('/sign-in?callbackUrl=https%3A%2F%2Fexample.com%2F');
  await signInPage.signIn(personOf('admin', stack));
  await signInPage.hasLeft();
  expect(new URL(page.url()).origin).toBe(stack.dashboardUrl);
});

test('a password that was given has to be changed first, can be changed from the menu, and proves who one is', async ({
  page,
  client,
  stack,
  expectedProblems,
}) => {
  expectedProblems.push(/401|Failed to load resource/);
  const email = `nora-${crypto.randomUUID()}@example.com`;
  const given = 'given by an administrator';
  const { id: operatorId } = await client.createOperatorAsync({
    email,
    name: 'Nora New',
    password: given,
    scopes: [...readOnlyScopes, 'secrets/manage' as const].map(fullScope),
    mustChangePassword: true,
  });
  const signInPage = new SignInPage(page);
  await page.goto('/sign-in?callbackUrl=%2Ftasks');
  await signInPage.signIn({ email, password: given });
  await expect(page.getByRole('heading', { name: 'Choose a password' })).toBeVisible();
  await page.goto('/workers');
  await expect(page).toHaveURL(/\/password\?callbackUrl=%2Fworkers$/);
  await expectAccessible(page);

  const form = new PasswordForm(page);
  await form.change('not the password', 'an own and long password');
  await expect(page.getByText('The current password is wrong.')).toBeVisible();
  await form.change(given, 'password1234');
  await expect(page.getByText('This password is among the most common ones.')).toBeVisible();
  await form.change(given, 'an own and long password');
  await expect(page).toHaveURL(/\/workers$/);

  const menu = await new Shell(page).openOperatorMenu();
  await menu.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible();
  await expectAccessible(page);
  await form.change('an own and long password', 'another long password');
  await expect(page.getByText('Password changed')).toBeVisible();

  await page.goto('/settings/secrets');
  await page.getByRole('button', { name: 'New secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'New secret' });
  const name = `NORA_${crypto.randomUUID().replaceAll('-', '')}`;
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Value').fill('typed once');
  await ageProofs(stack, email);
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByLabel('Your password').fill('not the password');
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(asked.getByText('Wrong password.')).toBeVisible();
  await expectAccessible(page);
  await asked.getByLabel('Your password').fill('another long password');
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('row').filter({ hasText: name }), 'the action goes on by itself').toBeVisible();

  await page.getByRole('button', { name: 'New secret' }).click();
  await dialog.getByLabel('Name').fill(`${name}_2`);
  await dialog.getByLabel('Value').fill('typed before the session ended');
  await client.endSessionsAsync({ operatorId });
  const cover = page.getByRole('alertdialog', { name: 'Your session has ended' });
  await expect(cover.getByLabel('Password')).toBeFocused();
  await expectAccessible(page);
  await page.route('**/api/auth/**', (route) => route.abort());
  await cover.getByLabel('Password').fill('another long password');
  await page.keyboard.press('Enter');
  await expect(cover.getByText('The service cannot be reached. Try again.'), 'the page stays').toBeVisible();
  await page.unroute('**/api/auth/**');
  await cover.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(cover.getByText('Wrong password.')).toBeVisible();
  await cover.getByLabel('Password').fill('another long password');
  await page.keyboard.press('Enter');
  await expect(cover).toBeHidden();
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  await expect(page.getByRole('row').filter({ hasText: `${name}_2` }), 'nothing typed is lost').toBeVisible();
});

test('a passkey signs in, and a recovery code does so after the password', async ({
  page,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/401/);
  const [email, password] = [`pia-${crypto.randomUUID()}@example.com`, 'a password of her own'];
  await client.createOperatorAsync({ email, name: 'Pia', password, scopes: readOnlyScopes.map(fullScope) });
  await addVirtualAuthenticator(page);
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.signIn({ email, password });
  await signInPage.hasLeft();

  await page.goto('/settings/passkeys');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('My laptop');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'My laptop' })).toBeVisible();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make codes' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  const [code = ''] = ((await codes.getByRole('definition').textContent()) ?? '').split('\n');
  await codes.getByRole('button', { name: 'I have saved it' }).click();
  await expect(codes).toBeHidden();
  await expectAccessible(page);

  await (await new Shell(page).openOperatorMenu()).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await signInPage.open();
  await signInPage.signIn({ email, password });
  await expect(page.getByText('You have a passkey: sign in with it.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(code);
  const slowedDown = { status: 401, json: { url: '/sign-in?error=throttled-1' } };
  await page.route('**/api/auth/callback/credentials', (route) => route.fulfill(slowedDown), { times: 1 });
  await signInPage.signIn({ email, password });
  await expect(page.getByText('Too many attempts.')).toBeVisible();
  await expect(page.getByLabel('Recovery code'), 'nothing typed is lost').toHaveValue(code);
  await signInPage.signIn({ email, password });
  await signInPage.hasLeft();
  await page.goto('/settings/passkeys');

  await (await new Shell(page).openOperatorMenu()).getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await signInPage.open();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await signInPage.hasLeft();
});
