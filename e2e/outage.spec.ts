import { expect, personOf, test } from './fixtures.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';

test.use({ role: 'nobody' });

test('a service that goes away and comes back while pages are open', async ({
  page,
  outage,
  stack,
  expectedProblems,
}) => {
  expectedProblems.push(/50[0-9]|ERR_|Failed to fetch|Server Components render/);
  const shell = new Shell(page);
  const signInPage = new SignInPage(page);
  await page.goto(`${outage.dashboardUrl}/sign-in`);
  await signInPage.signIn(personOf('admin', stack));
  await signInPage.hasLeft();
  await page.goto(`${outage.dashboardUrl}/tasks`);
  await expect(shell.live).toContainText('Live');

  await outage.begin();
  await expect(shell.live, 'the open page says how old its data is').toContainText(/data is \d+ (s|min) old/);
  await page.reload();
  const away = page.getByRole('alert').filter({ hasText: /cannot be reached|does not answer/ });
  await expect(away.first()).toBeVisible();

  await outage.end();
  await expect(away, 'it comes back by itself').toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible();
  await expect(shell.live).toContainText('Live');
});

test('nobody can sign in while the service is away, and the page says so until it is back', async ({
  page,
  outage,
  stack,
  expectedProblems,
}) => {
  expectedProblems.push(/50[0-9]|ERR_|401/);
  await outage.begin();
  await page.goto(`${outage.dashboardUrl}/sign-in`);
  const away = page.getByText('The service cannot be reached');
  await expect(away).toBeVisible();
  await outage.end();
  await expect(away).toBeHidden();
  const signInPage = new SignInPage(page);
  await signInPage.signIn(personOf('admin', stack));
  await signInPage.hasLeft();
});
