import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, expectAccessible, personOf, test } from './fixtures.ts';
import { dropFiles, EntryBlobPage } from './pages/entry-blob.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { gateUploads } from './upload-gate.ts';

const MiB = 1024 * 1024;

test('many small files are sent without reading the page again for each, and are listed as far as they are seen', async ({
  page,
  client,
}, testInfo) => {
  const storeName = `uploads-${crypto.randomUUID()}`;
  const count = 60;
  const names = Array.from({ length: count }, (_, at) => `small-${at}.txt`);
  const paths = names.map((name) => testInfo.outputPath(name));
  await Promise.all(paths.map((path, at) => writeFile(path, `${at}`)));
  await client.getStateClient().saveStateAsync(storeName, { id: 'here', value: null });
  await page.goto(`/state/${storeName}`);
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible();
  await dropFiles(page, page.getByRole('region', { name: 'Tree and entries' }), paths);
  const reads: string[] = [];
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/uploads')) sent.push(request.method());
    if (request.method() === 'GET' && /^\/api\/(state\/entries|uploads)$/.test(pathname)) reads.push(pathname);
  });
  const gate = await gateUploads(page);
  gate.letThrough(3);
  await page.getByRole('button', { name: `Upload ${count} files` }).click();
  await page.getByRole('button', { name: /^Uploads: / }).click();
  const tray = page.getByRole('dialog', { name: 'Uploads' });
  await expect(tray.getByRole('group', { name: 'Show only' })).toContainText('4 in progress53 queued3 done');
  expect(await tray.getByRole('article').count()).toBeLessThan(20);
  await expectAccessible(page);
  const moving = tray.getByRole('button', { name: '4 in progress' });
  await moving.click();
  await expect(tray.getByRole('article')).toHaveCount(4);
  await moving.click();
  await tray.getByRole('region', { name: 'Files' }).hover();
  await page.mouse.wheel(0, 100_000);
  await expect(tray.getByRole('article', { name: 'Upload of small-0.txt' })).toContainText('Verified');
  await gate.open();
  await expect(page.getByText(`${count} files are uploaded`)).toBeVisible();
  await tray.getByRole('button', { name: 'Clear ended' }).click();
  await expect(tray).toHaveCount(0);
  await expect(page.locator('#content'), 'the focus goes to the page').toBeFocused();
  expect(reads.length, reads.join(' ')).toBeLessThan(count);
  expect(
    sent.filter((method) => method !== 'GET'),
    'each in one request',
  ).toEqual(names.map(() => 'POST'));
  const { content } = await client.getStateClient().downloadBlobContentAsync({ storeName, id: 'small-59.txt' });
  expect(Buffer.from(await content.bytes()).toString()).toBe('59');
});

test.describe('where the service goes away', () => {
  test.use({ role: 'nobody' });

  test('an upload goes on with what has arrived, and nothing of it is left', async ({
    page,
    client,
    stack,
    outage,
    expectedProblems,
  }, testInfo) => {
    test.slow(); // 50 MiB, and a wait for the next try
    expectedProblems.push(/50[0-9]|Failed to load/);
    const storeName = `uploads-${crypto.randomUUID()}`;
    await client.getStateClient().saveStateAsync(storeName, { id: 'a', value: null, hasBlob: true });
    const path = testInfo.outputPath('large.bin');
    await writeFile(path, randomBytes(50 * MiB));
    const signInPage = new SignInPage(page);
    await page.goto(`${outage.dashboardUrl}/sign-in`);
    await signInPage.signIn(personOf('admin', stack));
    await signInPage.hasLeft();
    await page.goto(`${outage.dashboardUrl}/state/${storeName}?entry=a&tab=blob`);
    const blob = new EntryBlobPage(page);
    const gate = await gateUploads(page);
    gate.letThrough(1);
    const begun: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/uploads') begun.push(request.url());
    });
    await blob.choose(path);
    const upload = blob.upload('large.bin');
    await expect(upload).toContainText('16.0 MiB of 50.0 MiB');
    await outage.begin();
    await gate.open();
    await expect(upload).toContainText('The service cannot be reached.');
    for (const _ of ['one try', 'another']) {
      const asked = page.waitForResponse((answer) => answer.request().method() === 'HEAD' && answer.status() >= 500);
      await Promise.all([asked, upload.getByRole('button', { name: 'Try now' }).click()]);
    }
    await outage.end();
    await expect(upload).toContainText('Verified', { timeout: 60_000 });
    expect(begun, 'the upload is begun once').toHaveLength(1);
    await expect(blob.fact('Name')).toHaveText('large.bin');
    await expect(blob.unfinished('large.bin')).toHaveCount(0);
  });
});
