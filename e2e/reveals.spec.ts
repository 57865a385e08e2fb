import { fullScope, readOnlyScopes } from '#contract';
import { expect, expectAccessible, test } from './fixtures.ts';
import { SignInPage } from './pages/sign-in-page.ts';

test.use({ role: 'nobody' });

test('reveals the hidden value of an entry, which its readers see, and hides it again', async ({
  page,
  client,
  openAs,
}) => {
  const run = crypto.randomUUID().slice(0, 8);
  const address = `/state/reveals-${run}?entry=ada`;
  await client
    .getStateClient()
    .saveStateAsync(`reveals-${run}`, { id: 'ada', value: { name: 'Ada', pin: 'pin 4711' }, sensitive: ['/pin'] });
  const person = { email: `rose-${run}@example.com`, password: `may reveal what is hidden ${run}` };
  const scopes = [...readOnlyScopes, 'sensitive/reveal' as const].map(fullScope);
  await client.createOperatorAsync({ ...person, name: 'Rose Revealer', scopes });
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.signIn(person);
  await signInPage.hasLeft();

  await page.goto(address);
  const entry = page.getByRole('complementary', { name: 'Entry' });
  const hidden = entry.getByRole('region', { name: 'Hidden values' });
  await expect(entry.getByText('redacted')).toBeVisible();
  await hidden.getByRole('button', { name: 'Reveal…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Ada asks for her pin');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reveal' }).click();
  await expect(entry.getByText('pin 4711')).toBeVisible();
  await expect(hidden).toContainText('You see the hidden values of this entry until');
  await expectAccessible(page);

  const reader = await openAs('reader');
  await reader.goto(address);
  const seen = reader.getByRole('complementary', { name: 'Entry' });
  await expect(seen).toContainText(`${person.email} sees the hidden values of this entry`);
  await expect(seen).toContainText('Ada asks for her pin');
  await expect(seen.getByText('redacted')).toBeVisible();
  await expect(seen.getByText('pin 4711')).toHaveCount(0);

  await hidden.getByRole('button', { name: 'Hide them now' }).click();
  await expect(entry.getByText('redacted')).toBeVisible();
  await expect(entry.getByText('pin 4711')).toHaveCount(0);
  await expect(seen).toContainText(`${person.email} saw the hidden values of this entry`);
});
