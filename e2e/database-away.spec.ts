import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbedded } from '#database';
import { makeDataFolder, reservePort } from '#database/testing';
import { expect, expectAccessible, openAnew, personOf, test } from './fixtures.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { TasksPage } from './pages/tasks-page.ts';
import { createAdminClient } from './people.ts';
import { startStack } from './stack.ts';

test.describe.configure({ timeout: 180_000 }); // a stack with its own PostgreSQL

test('while PostgreSQL is away, pages say since when they may be out of date, and are live again by themselves', async ({
  browser,
}) => {
  await using parts = new AsyncDisposableStack();
  const dataFolder = await makeDataFolder('taskdeck-e2e-away-');
  parts.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const folder = join(dataFolder, 'postgres');
  const [port, password] = [await reservePort(), randomUUID()];
  const startServer = () => startEmbedded({ folder, port, password, isDurable: false });
  let server = await startServer();
  parts.defer(() => server.stop());
  const { stop, ...stack } = await startStack(async () => ({ DATABASE_URL: server.url, TASKDECK_SAMPLES: 'true' }));
  parts.defer(stop);
  const client = await createAdminClient(stack);
  const create = (name: string) =>
    client.createTaskAsync({ name, type: 'sample.approval', input: { subject: 'a test' } });
  const { id } = await create('waits for PostgreSQL');

  const { page, close } = await openAnew(browser, stack, [/50[0-9]|Failed to load/]);
  const signInPage = new SignInPage(page);
  await signInPage.open();
  await signInPage.signIn(personOf('admin', stack));
  await signInPage.hasLeft();
  const shell = new Shell(page);
  const tasks = new TasksPage(page);
  const outOfDate = /Cannot refresh · data is \d+ s old/;
  const staleList = page.getByRole('button', { name: /^Cannot refresh: data is \d+ s old/ });
  await tasks.open();
  await expect(tasks.row('waits for PostgreSQL')).toBeVisible();
  await shell.isLive();

  await server.stop();
  await expect(shell.live).toHaveAccessibleName(outOfDate);
  await expect(staleList, 'the list says so too').toBeVisible();
  await expect(tasks.row('waits for PostgreSQL'), 'what was read stays').toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await expectAccessible(page);
  await page.waitForTimeout(10_000);
  const calls = asked.filter((path) => path.startsWith('/api/'));
  expect(calls.length, `one probe every few seconds: ${calls.join(' ')}`).toBeLessThanOrEqual(6);
  server = await startServer();
  await shell.isLive(); // it comes back by itself
  await expect(staleList).toBeHidden();
  await create('came afterwards');
  await expect(tasks.newRows, 'it is live').toBeVisible();

  await page.goto(`/tasks/${id}`);
  await shell.isLive();
  await server.stop();
  await expect(shell.live).toHaveAccessibleName(outOfDate);
  await expect(page.getByRole('heading', { name: 'waits for PostgreSQL' })).toBeVisible();
  server = await startServer();
  await shell.isLive();
  await client.raiseTaskEventAsync(id, 'approval', { value: { approved: true } });
  await expect(page.getByText('Succeeded').first(), 'it is live').toBeVisible();
  await close();
});
