import { expect, expectAccessible, test } from './fixtures.ts';
import { SignInPage } from './pages/sign-in-page.ts';

test.use({ role: 'nobody' });

test('too many tries for one account have to wait, and the page says how long', async ({ page, expectedProblems }) => {
  expectedProblems.push(/401/);
  const nobody = { email: `nobody-${crypto.randomUUID()}@example.com`, password: 'a guess that is wrong' };
  const signInPage = new SignInPage(page);
  await signInPage.open();
  const throttled = page.getByText(/Too many attempts\. Try again in \d+ (s|min)/);
  const wrong = page.getByText('Wrong e-mail or password.');
  let isThrottled = false;
  for (let tries = 1; !isThrottled; tries += 1) {
    expect(tries, 'tries before the first wait').toBeLessThanOrEqual(10);
    const answered = page.waitForResponse(/api\/auth\/callback\/credentials/);
    await signInPage.signIn(nobody);
    isThrottled = (await (await answered).text()).includes('throttled');
    await expect(isThrottled ? throttled : wrong).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled();
  await expectAccessible(page);
});
