import type { Page } from '@playwright/test';
import { expect, expectAccessible, personOf, test } from './fixtures.ts';
import { loseNextAnswer } from './lose-next-answer.ts';
import { Palette } from './pages/palette.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { TasksPage } from './pages/tasks-page.ts';

test.describe.configure({ mode: 'default' }); // one after the other, with one second dashboard

test.describe('without a session', () => {
  test.use({ role: 'nobody' });

  test('a service that goes away and comes back while pages are open', async ({
    page,
    outage,
    stack,
    client,
    expectedProblems,
  }) => {
    expectedProblems.push(/50[0-9]|ERR_|Failed to fetch|Server Components render/);
    const { id } = await client.createTaskAsync({ type: 'sample.approval', input: { subject: 'outage' } });
    const operation = await client.createBulkOperationAsync({
      ...{ action: { kind: 'pause' }, selection: { ids: [id] }, delayInMs: 600_000 },
    });
    const shell = new Shell(page);
    const signInPage = new SignInPage(page);
    await page.goto(`${outage.dashboardUrl}/sign-in`);
    await signInPage.signIn(personOf('admin', stack));
    await signInPage.hasLeft();
    await page.goto(`${outage.dashboardUrl}/tasks`);
    await expect(shell.live).toContainText('Live');

    outage.hang();
    await expect(shell.live, 'a service that hangs is noticed within seconds').toContainText(/data is \d+ s old/);
    await outage.end();
    await expect(shell.live).toContainText('Live');

    await outage.begin();
    await expect(shell.live, 'the open page says how old its data is').toContainText(/data is \d+ (s|min) old/);
    await outage.end();
    await page.goto(`${outage.dashboardUrl}/operations/${operation.id}`);
    await expect(page.getByText(/Starts in \d+ s/)).toBeVisible();
    await outage.begin();
    await expect(shell.live).toContainText(/data is \d+ (s|min) old/);
    await expect(page.getByRole('alert').filter({ hasText: 'could not be read' })).toHaveCount(0);
    await outage.end();
    await client.stopBulkOperationAsync(operation.id);
    await page.goto(`${outage.dashboardUrl}/tasks`);
    await expect(shell.live).toContainText('Live');
    await outage.begin();
    await expect(shell.live).toContainText(/data is \d+ (s|min) old/);
    await page.reload();
    const away = page.getByRole('alert').filter({ hasText: /cannot be reached|does not answer/ });
    await expect(away.first()).toBeVisible();

    await outage.end();
    await expect(away, 'it comes back by itself').toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible();
    await expect(shell.live).toContainText('Live');
  });

  test('a sign-out while the service is away ends nothing, and the page says so', async ({
    page,
    outage,
    stack,
    expectedProblems,
  }) => {
    expectedProblems.push(/50[0-9]|ERR_/);
    const shell = new Shell(page);
    const signInPage = new SignInPage(page);
    await page.goto(`${outage.dashboardUrl}/sign-in`);
    await signInPage.signIn(personOf('admin', stack));
    await signInPage.hasLeft();
    await page.goto(`${outage.dashboardUrl}/tasks`);
    await expect(shell.live).toContainText('Live');
    await outage.begin();
    await shell.signOut();
    await expect(page.getByText('You are still signed in')).toBeVisible();
    await outage.end();
    await expect(shell.live, 'the session goes on').toContainText('Live');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
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
});

test('without a connection actions open, links keep the page, and the page that was asked for opens when it is back', async ({
  page,
  context,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/);
  const key = crypto.randomUUID();
  const tags = { offline: key };
  await client.createTaskAsync({ name: key, type: 'sample.approval', input: { subject: 'a test' }, tags });
  const tasks = new TasksPage(page);
  await page.goto(`/tasks?filter=${encodeURIComponent(`tag:offline=${key}`)}`);
  await expect(tasks.row(key)).toBeVisible();
  await tasks.pressFirst('j');
  await expect(page.locator('html[data-parts="loaded"]')).toHaveCount(1);

  await context.setOffline(true);
  await expect(page.getByText('No connection to the dashboard.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Cancel this task?' });
  await expect(dialog, 'its part was loaded before').toBeVisible();
  await dialog.getByRole('button', { name: 'Keep as it is' }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${key} opens when it is back.`).first()).toBeVisible();

  const palette = new Palette(page);
  await palette.open();
  await palette.input.fill(`no page ${key}`);
  await expect(page.getByText('Names and ids are searched when it is back.')).toBeVisible();
  await expect(page.getByText('No results.')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('navigation').getByRole('link', { name: 'State' }).first().click();
  await expect(page.getByText('State opens when it is back.').first()).toBeVisible();
  await expect(tasks.row(key)).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/state$/);
  await expect(page.getByText('No connection to the dashboard.')).toBeHidden();
});

test('what is opened before its part is loaded is announced, and shown when the connection is back', async ({
  page,
  context,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/);
  await page.goto('/tasks');
  await context.setOffline(true);
  const palette = new Palette(page);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByText('What you opened is shown when it is back.')).toBeVisible();
  await context.setOffline(false);
  await expect(palette.input).toBeVisible();
  await expect(page.getByText('What you opened is shown when it is back.')).toBeHidden();
  await expect(page.locator('html[data-parts="loaded"]'), 'the rest is loaded too').toHaveCount(1);
});

test('an event is raised and a view is saved once, also when the answer to the first try is lost', async ({
  page,
  context,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/ERR_|Failed to fetch|Failed to load/);
  const name = `lost ${crypto.randomUUID()}`;
  const task = await client.createTaskAsync({ name, type: 'sample.approval', input: { subject: 'a test' } });
  await expect.poll(async () => (await client.getTaskAsync(task.id)).status).toBe('waiting');
  await page.goto(`/tasks/${task.id}`);
  await page.keyboard.press('e');
  const raising = page.getByRole('dialog', { name: 'Raise an event' });
  await raising.getByRole('combobox', { name: 'Event name' }).fill('note');
  await context.setOffline(true);
  await raising.getByRole('button', { name: 'Raise event' }).click();
  await expect(raising.getByText('The event was not raised')).toBeVisible();
  await expect(
    raising.getByText('There was no connection, so this was not sent. Try again once you are connected.'),
  ).toBeVisible();
  await context.setOffline(false);
  await loseNextAnswer(page);
  await raising.getByRole('button', { name: 'Raise event' }).click();
  await expect(raising, 'it is sent again by itself').toBeHidden();
  const raised = [];
  for await (const event of client.listTaskExternalEventsAsync(task.id)) raised.push(event.name);
  expect(raised).toEqual(['note']);

  await page.goto(`/tasks?filter=${encodeURIComponent(`id:${task.id}`)}`);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const saving = page.getByRole('dialog', { name: 'Save as a view' });
  await saving.getByLabel('Name').fill(name);
  await loseNextAnswer(page, { tries: 2 });
  await saving.getByRole('button', { name: 'Save view' }).click();
  await expect(saving.getByText('It is not known whether the view was saved')).toBeVisible();
  await saving.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('region', { name: 'Open view' })).toContainText(name);
  const saved = [];
  for await (const view of client.listViewsAsync()) if (view.name === name) saved.push(view.id);
  expect(saved).toHaveLength(1);
});

/** From now on, pages hear that a newer version runs, on a clock that stands still until it is told to go on. */
async function runNewerVersion(page: Page): Promise<void> {
  await page.route('**/api/watch', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: ready\ndata: {"build":"a newer one"}\n\n' }),
  );
  await page.clock.install();
}

test('a page of an earlier build says so, keeps a draft, and reloads when nothing is unsaved', async ({ page }) => {
  await runNewerVersion(page);
  await page.goto('/tasks/new');
  const notice = page.getByText('A newer version of the dashboard runs.');
  await expect(notice).toBeVisible();
  let reloads = 0;
  page.on('domcontentloaded', () => (reloads += 1));
  await page.getByLabel('Name', { exact: true }).fill('a draft');
  await page.getByLabel('Name', { exact: true }).blur();
  await page.clock.runFor(30_000);
  expect(reloads, 'the draft is not interrupted').toBe(0);
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByLabel('Name', { exact: true }).blur();
  const reloaded = page.waitForEvent('domcontentloaded');
  await page.clock.runFor(12_000);
  await reloaded;
});

test('a page of an earlier build keeps a selection, and reloads when nothing is selected', async ({ page, client }) => {
  const key = crypto.randomUUID();
  const tags = { selected: key };
  await client.createTaskAsync({ name: key, type: 'sample.approval', input: { subject: 'a test' }, tags });
  await runNewerVersion(page);
  const tasks = new TasksPage(page);
  await tasks.open(`tag:selected=${key}`);
  const box = tasks.row(key).getByRole('checkbox');
  await box.click();
  await expect(page.getByText('A newer version of the dashboard runs.')).toBeVisible();
  let reloads = 0;
  page.on('domcontentloaded', () => (reloads += 1));
  await page.clock.runFor(30_000);
  expect(reloads, 'the selection is not lost').toBe(0);
  await box.click();
  const reloaded = page.waitForEvent('domcontentloaded');
  await page.clock.runFor(12_000);
  await reloaded;
});
