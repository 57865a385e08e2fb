import type { Request } from '@playwright/test';
import type { TaskClient } from '#client';
import { fullScope, readOnlyScopes, type Scope, type TaskResponse } from '#contract';
import { sampleTasks } from '#samples';
import { expect, expectAccessible, openAnew, test } from './fixtures.ts';
import { Palette } from './pages/palette.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { TaskSelection } from './pages/task-selection.ts';

/** A task that stays as it is: no worker serves its queue. */
async function createIdleTask(client: TaskClient): Promise<TaskResponse & { name: string }> {
  const [sample] = sampleTasks(new Date());
  if (!sample) throw new Error('there are no samples');
  const name = `Idle ${crypto.randomUUID()}`;
  return { ...(await client.createTaskAsync({ ...sample, name, queue: 'nobody-serves-this' })), name };
}

test.describe('an operator who may only read', () => {
  test.use({ role: 'reader' });

  test('sees what there is, and every action disabled with its reason', async ({ page, client }) => {
    const task = await createIdleTask(client);
    const selection = new TaskSelection(page);
    await selection.select(task.name);
    for (const [action, scope] of [
      ['Cancel', 'tasks/update'],
      ['Delete', 'tasks/delete'],
    ] as const) {
      const button = selection.action(action);
      await expect(button).toBeDisabled();
      await button.focus();
      await expect(page.getByRole('tooltip'), 'its reason is told on focus').toContainText(scope);
    }
    await expectAccessible(page);
    const palette = new Palette(page);
    await palette.open();
    await palette.input.fill('new task');
    await expect(palette.option('New task')).toHaveCount(1);
    await expect(palette.option('New task')).toContainText('You need the scope tasks/create.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await expect(page.getByText('You need the scope tasks/create.').last()).toBeVisible();
    await expect(page).toHaveURL(/\/tasks/);
    const menu = await new Shell(page).openOperatorMenu();
    await expect(menu).toContainText('rita@example.com');
    await expect(menu.getByText('tasks/update')).toBeVisible();
  });

  test('reads above the form of a new task or schedule that it cannot be created', async ({ page }) => {
    for (const kind of ['task', 'schedule']) {
      await page.goto(`/${kind}s/new`);
      await expect(page.getByRole('note')).toContainText(
        `You cannot create a ${kind}. You need the scope tasks/create.`,
      );
      await expectAccessible(page);
    }
  });
});

const ofTasks = (id: string) => [
  ...['/tasks', `/tasks/${id}`, `/tasks/${id}/compare`, '/schedules', `/schedules/${id}`],
  ...['logs', 'events', 'audit'].map((tab) => `/tasks/${id}?tab=${tab}`),
];

for (const [scope, isRefused] of [
  ['state/read', (path: string, id: string) => path === '/errors' || ofTasks(id).includes(path)],
  ['tasks/read', (path: string) => path === '/state'],
] as const) {
  test(`pages ask the service for nothing that an operator who may only do ${scope} is refused`, async ({
    browser,
    client,
    stack,
  }) => {
    const task = await createIdleTask(client);
    const person = { email: `${crypto.randomUUID()}@example.com`, password: 'only a part of all 7' };
    await client.createOperatorAsync({ name: 'Sam', ...person, scopes: [fullScope(scope)] });
    const { page, close } = await openAnew(browser, stack);
    const signInPage = new SignInPage(page);
    await signInPage.open();
    await signInPage.signIn(person);
    await expect(page, 'a sign-in leads to a page that may be read').toHaveURL(
      scope === 'tasks/read' ? /\/$/ : /\/state$/,
    );
    const overview = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Overview/ });
    await overview.click();
    await expect(page.getByRole('main').getByRole('heading', { name: 'Overview' })).toBeVisible();
    if (scope !== 'tasks/read') await expect(page.getByText('You do not have access to this page')).toBeVisible();
    for (const path of [...ofTasks(task.id), '/errors', '/tasks/new', '/schedules/new', '/state']) {
      await page.goto(path);
      const refusal = page.getByText('You do not have access to this page');
      if (isRefused(path, task.id)) await expect(refusal, path).toBeVisible();
      if (path.endsWith('/new')) await expect(page.getByRole('note'), path).toContainText('You cannot create a');
      await new Shell(page).isLive();
    }
    await expectAccessible(page);
    expect(await Array.fromAsync(client.listAuditAsync({ identity: person.email, outcome: 'refused' }))).toEqual([]);
    await close();
  });
}

test.describe('somebody whose rights are withdrawn', () => {
  test.use({ role: 'nobody' });

  test('an open page follows the rights of its operator: what was withdrawn is named, and offered no more', async ({
    page,
    client,
    expectedProblems,
  }) => {
    expectedProblems.push(/403/);
    const task = await createIdleTask(client);
    const person = { email: `${crypto.randomUUID()}@example.com`, password: 'only a part of all 7' };
    const scopesLeft = [...readOnlyScopes, 'tasks/update' as const];
    const { id } = await client.createOperatorAsync({ name: 'Una', ...person, scopes: scopesLeft.map(fullScope) });
    const withdraw = async (scope: Scope) => {
      scopesLeft.splice(scopesLeft.indexOf(scope), 1);
      await client.updateOperatorAsync(id, { scopes: scopesLeft.map(fullScope) });
    };
    const signInPage = new SignInPage(page);
    await signInPage.open();
    await signInPage.signIn(person);
    await signInPage.hasLeft();
    const selection = new TaskSelection(page);
    await selection.select(task.name);
    const cancel = selection.action('Cancel');
    await expect(cancel).toBeEnabled();
    await new Shell(page).isLive();
    await withdraw('tasks/update');
    await expect(page.getByText('You no longer have tasks/update.')).toBeVisible({ timeout: 20_000 });
    await expect(cancel, 'no read was refused').toBeDisabled();
    await page.goto('/locks');
    await expect(page.getByRole('heading', { name: 'Locks' })).toBeVisible();
    await withdraw('locks/read');
    await expect(page.getByText('You do not have access to this page')).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('main')).toContainText('You need the scope locks/read.');
    await expectAccessible(page);
  });
});

test('a forged call of an action is refused: by a reader, without a session, from elsewhere', async ({
  page,
  client,
  openAs,
  playwright,
  stack,
}) => {
  const [shown, kept] = [await createIdleTask(client), await createIdleTask(client)];
  const call = await captureCancel(new TaskSelection(page), shown.name);
  expect((await client.getTaskAsync(shown.id)).status).toBe('cancelled');

  const forged = {
    headers: { ...headersOf(call), origin: stack.dashboardUrl },
    data: (call.postData() ?? '').replaceAll(shown.id, kept.id),
    maxRedirects: 0,
  };
  const reader = await openAs('reader');
  const byReader = await reader.request.post(call.url(), forged);
  expect([byReader.status(), await byReader.text()]).toEqual([200, expect.stringContaining('InsufficientScope')]);

  const nobody = await playwright.request.newContext({ storageState: { cookies: [], origins: [] } });
  const byNobody = await nobody.post(call.url(), forged);
  expect([byNobody.status(), await byNobody.text()]).toEqual([200, expect.stringContaining('Unauthenticated')]);
  await nobody.dispose();

  const foreign = { ...forged, headers: { ...forged.headers, origin: 'https://example.com' } };
  const fromElsewhere = await page.request.post(call.url(), foreign);
  expect([fromElsewhere.status(), await fromElsewhere.text()]).toEqual([403, expect.stringContaining('ForeignOrigin')]);

  const pretended = { ...foreign.headers, 'x-forwarded-host': 'example.com' };
  const byPretence = await page.request.post(call.url(), { ...forged, headers: pretended });
  expect([byPretence.status(), await byPretence.text()]).toEqual([403, expect.stringContaining('ForeignOrigin')]);

  const { origin: _, ...silent } = forged.headers;
  const withoutOrigin = await page.request.post(call.url(), { ...forged, headers: silent });
  expect([withoutOrigin.status(), await withoutOrigin.text()]).toEqual([200, expect.stringContaining('ForeignOrigin')]);

  expect((await client.getTaskAsync(kept.id)).status).toBe('queued');
});

/** Cancels a task as an operator does, and answers the call that the browser made. */
async function captureCancel(selection: TaskSelection, name: string): Promise<Request> {
  await selection.select(name);
  await selection.action('Cancel').click();
  const sent = selection.page.waitForRequest((request) => request.headers()['next-action'] !== undefined);
  await selection.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cancel \d|^Cancel task|^Cancel this/ })
    .click();
  const request = await sent;
  await request.response();
  return request;
}

function headersOf(request: Request): Record<string, string> {
  const kept = ['accept', 'content-type', 'next-action', 'next-router-state-tree'];
  return Object.fromEntries(Object.entries(request.headers()).filter(([name]) => kept.includes(name)));
}
