import { expect, expectAccessible, personOf, test } from './fixtures.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';

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

test('a link cannot send people elsewhere', async ({ page, stack }) => {
  const signInPage = new SignInPage(page);
  await page.goto('/sign-in?callbackUrl=https%3A%2F%2Fexample.com%2F');
  await signInPage.signIn(personOf('admin', stack));
  await signInPage.hasLeft();
  expect(new URL(page.url()).origin).toBe(stack.dashboardUrl);
});
