import { expect, expectAccessible, test } from './fixtures.ts';
import { SignInPage } from './pages/sign-in-page.ts';

test.use({ role: 'nobody' });

test('too many tries for one account have to wait, and the page says how long', async ({ page, expectedProblems }) => {
  expectedProblems.push(/401/);
  const nobody = { email: `nobody-${crypto.randomUUID()}@example.com`, password: 'a guess that is wrong' };
  const signInPage = new SignInPage(page);
  await signInPage.open();
  const throttled = page.getByText(/Too many tries\. The next one is allowed in \d+ (s|min)/);
  await expect(async () => {
    await signInPage.signIn(nobody);
    await expect(throttled).toBeVisible({ timeout: 1_500 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
  await expectAccessible(page);
});
