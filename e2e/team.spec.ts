import type { Page } from '@playwright/test';
import { TaskClient } from '#client';
import { expect, expectAccessible, openAnew, personOf, test } from './fixtures.ts';
import { InvitationPage } from './pages/invitation-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { StorePage } from './pages/store-page.ts';
import { TasksPage } from './pages/tasks-page.ts';
import { startTeam } from './team/start-team.ts';
import { addVirtualAuthenticator } from './virtual-authenticator.ts';

/** What everybody who was invited chooses. */
const ownPassword = 'a long and odd password';

test('a new deployment becomes that of a team of five, where it takes two people to change, show and delete what matters', async ({
  browser,
}) => {
  test.slow(); // a deployment of its own
  await using team = await startTeam();
  const { stack } = team;
  const closes: (() => Promise<void>)[] = [];
  const open = async (...expected: RegExp[]) => {
    const { page, close } = await openAnew(browser, stack, expected);
    closes.push(close);
    return page;
  };
  const [admin, bea, otto] = [await open(), await open(/401 .*callback\/invitation/), await open()];
  const settings = new SettingsPage(admin);
  for (const theirs of [admin, bea]) await addVirtualAuthenticator(theirs);

  const signInPage = new SignInPage(admin);
  await signInPage.open();
  await signInPage.signIn(personOf('admin', stack));
  await addPasskey(admin);
  await admin.goto('/settings/operators');
  const invited = await settings.invite({ email: 'bea@example.com', name: 'Bea', role: 'Administrator' });
  const again = await settings.inviteAgain('bea@example.com');
  await accept(bea, { link: again, revoked: invited });
  await addPasskey(bea);
  await accept(otto, {
    link: await settings.invite({ email: 'otto@example.com', name: 'Otto', role: 'Operator' }),
  });
  await expect(otto.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  for (const name of ['carla', 'dora']) await signInAtCompany(await open(), name);
  await admin.reload();
  await expect(admin.getByRole('row').filter({ hasText: '@' })).toHaveCount(5);
  await expect(settings.row('carla@example.com')).toContainText('Viewer');

  await admin.goto('/settings/api-keys');
  const key = await settings.makeKey({ name: 'import', account: 'importer', role: 'State editor' });
  const rotated = await settings.rotateKey('import');
  expect(rotated).not.toBe(key);
  expect((await new TaskClient(stack.serviceUrl, { key }).getIdentityAsync()).name, 'for an hour').toBe('import');
  const program = new TaskClient(stack.serviceUrl, { key: rotated });
  const entry = { id: 'ada', value: { name: 'Ada', pin: 'pin 4711' }, sensitive: ['/pin'] };
  await program.getStateClient().saveStateAsync('people', entry);

  await admin.goto('/settings/secrets');
  await admin.getByRole('button', { name: 'New secret' }).click();
  const created = admin.getByRole('dialog', { name: 'New secret' });
  await created.getByLabel('Name').fill('BANK');
  await created.getByLabel('Value').fill('s3cr3t-one');
  await created.getByRole('button', { name: 'Create secret' }).click();
  await settings.ask('a new bank');
  await grant(bea, 'Create the secret BANK');
  await admin.reload();
  await settings.row('BANK').getByRole('button', { name: 'Set BANK' }).click();
  const replaced = admin.getByRole('dialog', { name: 'Set BANK' });
  await replaced.getByLabel('Value').fill('s3cr3t-two');
  await replaced.getByLabel('Hosts').fill('bank.example.com');
  await replaced.getByRole('button', { name: 'Set secret' }).click();
  await settings.ask('the old one leaked');
  await grant(bea, 'Replace the secret BANK');
  await admin.reload();
  await expect(settings.row('BANK')).toContainText('bank.example.com');

  await settings.withdraw('Set BANK', 'asked too early');
  await bea.goto('/approvals');
  await expect(bea.getByText('No request waits for you.')).toBeVisible();

  const people = new StorePage(admin, 'people');
  await people.open();
  await people.more('Policy…');
  await people.dialog.getByLabel('New entries expire after').fill('30d');
  await people.dialog.getByRole('button', { name: 'Save policy' }).click();
  await settings.ask('people leave');
  expect((await program.getStateClient().getStoreAsync('people')).policy).toBeUndefined();
  await grant(bea, 'Set the policy of the store people');
  expect((await program.getStateClient().getStoreAsync('people')).policy).toEqual({ defaultTtlInSeconds: 2_592_000 });

  const imports = new StorePage(admin, 'imports');
  const entries = ['first', 'second', 'third'].map((id) => ({ id, value: id }));
  await program.getStateClient().saveBulkStateAsync('imports', { entries });
  await imports.open();
  for (const id of ['first', 'second']) await imports.select(id);
  const selected = admin.getByRole('region', { name: 'Selected entries' });
  await selected.getByRole('button', { name: 'Delete', exact: true }).click();
  await imports.dialog.getByRole('button', { name: 'Delete 2 entries' }).click();
  await settings.ask('imported twice');
  await expect(imports.rows()).toHaveCount(3);
  await grant(bea, 'Delete 2 entries of the store imports', ['first', 'second']);
  await imports.open();
  await expect(imports.rows()).toHaveCount(1);
  await expect(imports.row('third')).toBeVisible();

  const { accessToken } = await new TaskClient(stack.serviceUrl, 'anonymous').signInAsync({
    email: 'otto@example.com',
    password: ownPassword,
  });
  const tasksOfOtto = new TaskClient(stack.serviceUrl, { accessToken });
  const later = {
    type: 'workflow',
    input: { steps: [{ name: 'note', log: { message: 'late' } }] },
    startOn: '2100-01-01T00:00:00Z',
    tags: { of: 'nobody' },
  };
  const planned = [
    await tasksOfOtto.createTaskAsync({ ...later, name: 'First of nobody' }),
    await tasksOfOtto.createTaskAsync({ ...later, name: 'Second of nobody' }),
  ];
  const tasks = new TasksPage(admin);
  await tasks.open('tag:of=nobody');
  await admin.getByRole('checkbox', { name: 'Select all loaded rows' }).click();
  await admin.getByRole('button', { name: 'Delete' }).click();
  await tasks.dialog.getByRole('checkbox', { name: 'Also cancel and delete' }).click();
  await tasks.dialog.getByRole('button', { name: 'Delete 2' }).click();
  await expect(tasks.dialog.getByLabel('Action')).toHaveValue('delete'); // as one operation, which can be granted
  await expect(tasks.dialog.getByRole('checkbox', { name: 'Also cancel and delete' })).toBeChecked();
  await tasks.dialog.getByRole('button', { name: 'Delete 2' }).click();
  await settings.ask('nobody needs them');
  expect((await tasksOfOtto.getTaskAsync(planned[0]?.id ?? '')).status).toBe('scheduled');
  await grant(bea, 'Delete 2 tasks', ['First of nobody', 'Second of nobody']);
  const left = async () => (await Array.fromAsync(tasksOfOtto.listTasksAsync({ tag: ['of=nobody'] }))).length;
  await expect.poll(left).toBe(0);

  await otto.goto('/state/people?entry=ada');
  const shown = otto.getByRole('complementary', { name: 'Entry' });
  const hidden = shown.getByRole('region', { name: 'Hidden values' });
  await hidden.getByRole('button', { name: 'Ask to reveal…' }).click();
  await otto.getByRole('dialog').getByLabel('Reason').fill('Ada forgot it');
  await otto.getByRole('dialog').getByRole('button', { name: 'Ask' }).click();
  await expect(hidden).toContainText('Your request waits for an answer.');
  await grant(bea, 'See the hidden values of people/ada', ['See the hidden values of people/ada']);
  await hidden.getByRole('button', { name: 'Reveal now' }).click();
  await expect(shown.getByText('pin 4711')).toBeVisible();
  await bea.goto('/state/people?entry=ada');
  await expect(bea.getByRole('complementary', { name: 'Entry' })).toContainText(
    'otto@example.com sees the hidden values of this entry',
  );
  await hidden.getByRole('button', { name: 'Hide them now' }).click();
  await expect(shown.getByText('redacted')).toBeVisible();

  await admin.goto('/approvals');
  await expect(settings.row('the old one leaked')).toContainText('Used');
  await expectAccessible(admin);
  for (const close of closes) await close();
});

/** Sets a password with the link of an invitation, which replaced another one. */
async function accept(page: Page, { link, revoked }: { link: string; revoked?: string }): Promise<void> {
  const invitation = new InvitationPage(page);
  if (revoked !== undefined) {
    await invitation.open(revoked);
    await invitation.choose('password1234');
    await expect(page.getByText('This link was used, has expired or was revoked.')).toBeVisible();
    await invitation.open(link);
    await expectAccessible(page);
    await invitation.choose('password1234');
    await expect(page.getByText('This password is among the most common ones.')).toBeVisible();
  } else await invitation.open(link);
  await invitation.choose(ownPassword);
}

/** Adds the passkey without which the dashboard shows nothing else. */
async function addPasskey(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Add a passkey', level: 1 })).toBeVisible();
  await page.reload(); // which waits for its scripts
  await expectAccessible(page);
  await page.getByLabel('Name').fill('My laptop');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
}

/** Grants a request, which is counted on every page. Its dialog names what is granted, and leads to each thing. */
async function grant(page: Page, what: string, things: readonly string[] = []): Promise<void> {
  await page.goto('/tasks');
  await page.getByRole('link', { name: '1 request waits for your answer' }).click();
  const request = page.getByRole('row').filter({ hasText: what });
  await request.getByRole('button', { name: /^Grant/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Reason');
  await expect(dialog.getByRole('region', { name: 'Requested action' })).toContainText(what);
  for (const thing of things) await expect(dialog.getByRole('link', { name: thing, exact: true })).toBeVisible();
  await expectAccessible(page);
  expect(await page.content()).not.toContain('s3cr3t');
  await dialog.getByRole('button', { name: 'Grant', exact: true }).click();
  await expect(page.getByText('No request waits for you.')).toBeVisible();
}

async function signInAtCompany(page: Page, name: string): Promise<void> {
  await page.route(/googleapis/, (route) => route.fulfill({ contentType: 'text/css', body: '' })); // of the provider's pages
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Continue with Company' }).click();
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
}
