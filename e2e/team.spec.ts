import type { Page } from '@playwright/test';
import { TaskClient } from '#client';
import { expect, expectAccessible, openAnew, personOf, test } from './fixtures.ts';
import { InvitationPage } from './pages/invitation-page.ts';
import { SettingsPage } from './pages/settings-page.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { startTeam } from './team/start-team.ts';
import { addVirtualAuthenticator } from './virtual-authenticator.ts';

test('a new deployment becomes that of a team of five, where two people change a secret and show a hidden value', async ({
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

  await otto.goto('/state/people?entry=ada');
  const shown = otto.getByRole('complementary', { name: 'Entry' });
  const hidden = shown.getByRole('region', { name: 'Hidden values' });
  await hidden.getByRole('button', { name: 'Ask to reveal…' }).click();
  await otto.getByRole('dialog').getByLabel('Reason').fill('Ada forgot it');
  await otto.getByRole('dialog').getByRole('button', { name: 'Ask' }).click();
  await expect(hidden).toContainText('Your request waits for an answer.');
  await grant(bea, 'See the hidden values of people/ada');
  await hidden.getByRole('button', { name: 'Reveal now' }).click();
  await expect(shown.getByText('pin 4711')).toBeVisible();
  await bea.goto('/state/people?entry=ada');
  await expect(bea.getByRole('complementary', { name: 'Entry' })).toContainText(
    'otto@example.com sees the hidden values of this entry',
  );
  await hidden.getByRole('button', { name: 'Hide them now' }).click();
  await expect(shown.getByText('redacted')).toBeVisible();

  await admin.goto('/approvals');
  await expect(settings.row('Replace the secret BANK')).toContainText('Used');
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
  await invitation.choose('a long and odd password');
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

/** Grants a request, which is counted on every page. */
async function grant(page: Page, what: string): Promise<void> {
  await page.goto('/tasks');
  await page.getByRole('link', { name: '1 request waits for your answer' }).click();
  const request = page.getByRole('row').filter({ hasText: what });
  await request.getByRole('button', { name: /^Grant/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Reason');
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
