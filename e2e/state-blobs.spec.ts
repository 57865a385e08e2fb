import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { TestInfo } from '@playwright/test';
import type { TaskClient } from '#client';
import { answers } from './answers.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { dropFiles, EntryBlobPage } from './pages/entry-blob.ts';
import { pressUntilTaken } from './pages/keyboard.ts';
import { StorePage } from './pages/store-page.ts';
import { gateUploads } from './upload-gate.ts';

const MiB = 1024 * 1024;
/** One that could stand in no path, no header and no file name as it is. */
const oddId = 'a b/100%/../"q" <i>/ü😀';

test('replaces a blob by a file that is dropped: paused, resumed, cut off, reloaded, and verified', async ({
  page,
  client,
  expectedProblems,
}, testInfo) => {
  test.slow(); // 40 MiB in five parts of a story
  expectedProblems.push(/Failed to load resource/);
  const storeName = await newStore(client, [{ id: oddId, fileName: 'old.txt', bytes: Buffer.from('old') }]);
  const file = await newFile(testInfo, 'new.bin', randomBytes(40 * MiB));
  const other = await newFile(testInfo, 'other.bin', randomBytes(MiB));
  const blob = new EntryBlobPage(page);
  const gate = await gateUploads(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await blob.open(storeName, oddId);
  await expect(blob.fact('Name')).toHaveText('old.txt');

  gate.letThrough(1);
  await blob.drop(file.path);
  await expect(blob.question, 'asks before it replaces').toContainText('old.txt');
  const upload = blob.upload('new.bin');
  await answers('11. Replace its blob', [() => blob.replace()], upload);
  await expect(upload.getByRole('progressbar', { name: 'Sending new.bin' })).toHaveAttribute('aria-valuenow', '40');
  await expect(upload).toContainText('16.0 MiB of 40.0 MiB');
  await expectAccessible(page);
  await upload.getByRole('button', { name: 'Pause the upload of new.bin' }).click();
  await expect(upload).toContainText('Paused at 40 %');

  await gate.cut();
  await upload.getByRole('button', { name: 'Resume the upload of new.bin' }).click();
  await expect(upload).toContainText('The connection was lost.');
  await gate.open(1);
  await expect(upload, 'goes on by itself').toContainText('32.0 MiB of 40.0 MiB');

  await page.reload();
  const left = blob.unfinished('new.bin');
  await expect(left).toContainText('Upload of new.bin is 80 % done: choose the file again to continue.');
  await left.locator('input[type=file]').setInputFiles(other.path);
  await expect(left.getByRole('alert')).toContainText('Another file');
  await expectAccessible(page);
  await gate.open();
  await left.locator('input[type=file]').setInputFiles(file.path);
  await expect(upload, 'the file is hashed again').toContainText('Verified', { timeout: 60_000 });
  await page.getByText('new.bin is uploaded').hover(); // the notice stays while it is pointed at
  await expect(blob.fact('Name')).toHaveText('new.bin');
  const { details, content } = await client.getStateClient().downloadBlobContentAsync({ storeName, id: oddId });
  expect(details.contentHash).toBe(file.hash);
  expect(hashOf(await content.bytes())).toBe(file.hash);

  await expect(blob.panel.getByRole('link', { name: /^Download old\.txt of version/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(blob.fact('Name'), 'taken back').toHaveText('old.txt');
});

test('a blob with an odd name is downloaded under a safe one, whole or by ranges', async ({ page, client }) => {
  const fileName = 'he said "hi"\r\nSet-Cookie: a=b; ☃ ü.csv';
  const bytes = Buffer.from('name,amount\n"Smith, J.",12\nZoë,7\n');
  const storeName = await newStore(client, [{ id: oddId, fileName, bytes, contentType: 'text/csv' }]);
  const blob = new EntryBlobPage(page);
  await blob.open(storeName, oddId);
  await expect(blob.preview.getByRole('cell', { name: 'Smith, J.' })).toBeVisible();
  await expect(blob.preview.getByRole('columnheader', { name: 'amount' })).toBeVisible();
  await expectAccessible(page);

  const link = blob.panel.getByRole('link', { name: 'Download', exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).not.toMatch(/["\r\n]/);
  expect(download.suggestedFilename()).toContain('☃ ü.csv');
  expect(await readFile(await download.path())).toEqual(bytes);

  const address = (await link.getAttribute('href')) ?? '';
  const part = await page.request.get(address, { headers: { range: 'bytes=5-10', 'accept-encoding': 'gzip' } });
  expect(part.status()).toBe(206);
  expect(await part.text()).toBe('amount');
  const head = await page.request.head(address, { headers: { 'accept-encoding': 'gzip' } });
  expect(head.headers()).toMatchObject({
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  expect(head.headers()['set-cookie']).toBeUndefined();
  const changed = await page.request.get(address, { headers: { range: 'bytes=5-10', 'if-range': '"other"' } });
  expect(changed.status(), 'another blob by now: all of it').toBe(200);
  const foreign = await page.request.get(address, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(foreign.status()).toBe(403);

  await page.goto(`/state/${storeName}`);
  await pressUntilTaken(page, 'j');
  const [byKey] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('b')]);
  expect(await readFile(await byKey.path()), 'of the row').toEqual(bytes);
});

test('shows what is in a blob without running it', async ({ page, client }) => {
  test.slow(); // nine entries are opened, one after the other
  const hack = 'window.top.wasRun = true; window.wasRun = true';
  const storeName = await newStore(client, [
    { id: 'page.html', bytes: Buffer.from(`<script>${hack}</script><h1>Hi</h1>`), contentType: 'text/html' },
    {
      id: 'picture.svg',
      bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${hack}"><script>${hack}</script></svg>`),
      contentType: 'image/svg+xml',
    },
    { id: 'lies.png', bytes: Buffer.from(`<html><script>${hack}</script>`), contentType: 'image/png' },
    { id: 'data.json', bytes: Buffer.from('{"exact": 9007199254740993}'), contentType: 'application/json' },
    { id: 'latin.txt', bytes: Buffer.from('Z\xfcrich', 'latin1'), contentType: 'text/plain' },
    { id: 'dot.png', bytes: dot, contentType: 'application/octet-stream' },
    { id: 'pages.pdf', bytes: smallPdf(), contentType: 'application/pdf' },
    { id: 'noise.bin', bytes: Buffer.from([0, 1, 2, 3]), contentType: 'text/plain' },
    { id: 'long.txt', bytes: Buffer.from('0123456789abcdef'.repeat(100_000)), contentType: 'text/plain' },
  ]);
  const [blob, store] = [new EntryBlobPage(page), new StorePage(page, storeName)];
  const wasRun = () => page.evaluate(() => 'wasRun' in window);

  await blob.open(storeName, 'page.html');
  await expect(blob.preview).toContainText('<h1>Hi</h1>');
  await expect(blob.preview).toContainText('HTML is shown as its source.');
  expect(await wasRun()).toBe(false);
  await store.row('picture.svg').click();
  await expect(blob.preview).toContainText('<svg xmlns=');
  expect(await wasRun()).toBe(false);
  await store.row('lies.png').click();
  await expect(blob.preview).toContainText('<html><script>');
  expect(await wasRun()).toBe(false);
  await expect(page.locator('iframe, object, embed')).toHaveCount(0);

  await store.row('data.json').click();
  await expect(blob.preview).toContainText('9007199254740993');
  await store.row('latin.txt').click();
  await expect(blob.preview).toContainText('Zürich');
  await expect(blob.preview).toContainText('Not UTF-8');
  await store.row('dot.png').click();
  await expect(blob.preview.getByText('image/png 1 × 1')).toBeVisible();
  await store.row('pages.pdf').click();
  await expect(blob.preview.getByText('Page 1 of 1')).toBeVisible();
  await expect(blob.preview.getByRole('img', { name: 'Page 1 of the PDF' })).toBeVisible();
  await expectAccessible(page);
  await store.row('noise.bin').click();
  await expect(blob.preview).toContainText('No preview for this kind of file.');
  await store.row('long.txt').click();
  await blob.preview.getByRole('button', { name: 'Show a preview' }).click();
  await expect(blob.preview).toContainText('The first 256 KiB of 1.5 MiB.');
});

test('several files become entries, after a look at their ids, and are downloaded together', async ({
  page,
  client,
  expectedProblems,
}, testInfo) => {
  expectedProblems.push(/Failed to load resource/);
  page.on('dialog', (dialog) => void dialog.accept());
  const storeName = await newStore(client, [{ id: 'in/b.txt', fileName: 'b.txt', bytes: Buffer.from('first') }]);
  const a = await newFile(testInfo, 'a.txt', Buffer.from('this is a'));
  const b = await newFile(testInfo, 'b.txt', Buffer.from('this is b'));
  await page.goto(`/state/${storeName}`);
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible();
  await dropFiles(page, page.getByRole('region', { name: 'Tree and entries' }), [a.path, b.path]);
  const dialog = page.getByRole('dialog', { name: 'Upload 2 files' });
  await dialog.getByLabel('Prefix').fill('in/');
  await expect(dialog.getByRole('row', { name: /in\/a\.txt/ })).toContainText('new entry');
  await expect(dialog.getByRole('row', { name: /in\/b\.txt/ })).toContainText('has a blob: skipped');
  await expectAccessible(page);
  await dialog.getByText('Replace', { exact: true }).click();
  await expect(dialog.getByRole('row', { name: /in\/b\.txt/ })).toContainText('replaces the blob');
  const isBegun = (url: URL) => url.pathname === '/api/uploads';
  await page.route(isBegun, (route, request) => (request.method() === 'POST' ? route.abort() : route.fallback()));
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(page.getByRole('button', { name: 'Uploads: 2 held up, 0 %' })).toBeVisible();
  await page.reload();
  await page.getByText('2 unfinished uploads').click();
  await expect(page.getByRole('article', { name: 'Unfinished upload of b.txt' })).toContainText('was not started');
  await expectAccessible(page);
  await page.unroute(isBegun);
  await page.getByLabel('Files of the unfinished uploads').setInputFiles([a.path, b.path]);
  await expect(page.getByText('2 files are uploaded')).toBeVisible();

  const state = client.getStateClient();
  for (const file of [a, b]) {
    const { content } = await state.downloadBlobContentAsync({ storeName, id: `in/${file.name}` });
    expect(hashOf(await content.bytes())).toBe(file.hash);
  }
  const store = new StorePage(page, storeName);
  for (const file of [a, b]) await store.select(`in/${file.name}`);
  const archive = page.getByRole('link', { name: 'Download 2 blobs' });
  const [download] = await Promise.all([page.waitForEvent('download'), archive.click()]);
  expect(download.suggestedFilename()).toBe(`${storeName}-blobs.zip`);
  const zip = (await readFile(await download.path())).toString('latin1');
  for (const text of ['in/a.txt', 'this is a', 'in/b.txt', 'this is b']) expect(zip).toContain(text);
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.getByRole('button', { name: 'Uploads: all done' }).click();
  const tray = page.getByRole('dialog', { name: 'Uploads' });
  await expect(tray.getByRole('article'), 'the list goes with the operator').toHaveCount(2);
  await expectAccessible(page);
  await tray.getByRole('link', { name: `${storeName}/in/a.txt` }).click();
  await expect(new EntryBlobPage(page).fact('Name')).toHaveText('a.txt');
});

test('an upload that goes on in one tab is not offered in another, until that tab is closed', async ({
  page,
  client,
  context,
  expectedProblems,
}, testInfo) => {
  test.slow(); // 40 MiB are read for their hashes
  expectedProblems.push(/Failed to load resource/);
  const storeName = `blobs-${crypto.randomUUID()}`;
  for (const id of ['left', 'going'])
    await client.getStateClient().saveStateAsync(storeName, { id, value: null, hasBlob: true });
  const gate = await gateUploads(page);
  page.on('dialog', (dialog) => void dialog.accept());
  const blob = new EntryBlobPage(page);
  for (const id of ['left', 'going']) {
    const file = await newFile(testInfo, `${id}.bin`, randomBytes(20 * MiB));
    await blob.open(storeName, id); // which leaves the upload before
    gate.letThrough(1); // only now, so that it is no part of that one
    await blob.choose(file.path);
    await expect(blob.upload(file.name)).toContainText('16.0 MiB of 20.0 MiB');
  }
  const other = await context.newPage();
  const notice = other.locator('summary').filter({ hasText: 'unfinished' });
  await other.goto(`/state/${storeName}`);
  await expect(notice, 'without the one that goes on').toHaveText('1 unfinished upload');
  await gate.cut(); // what is held would be sent when the tab is closed
  await expect(blob.upload('going.bin')).toContainText('The connection was lost.');
  await page.close();
  await expect(notice, 'nothing goes on with it now').toHaveText('2 unfinished uploads');
  await expectAccessible(other);
});

test('an entry is made to accept a blob, and one that was replaced meanwhile is not overwritten', async ({
  page,
  client,
  expectedProblems,
}, testInfo) => {
  expectedProblems.push(/Failed to load resource/);
  const storeName = await newStore(client, []);
  const state = client.getStateClient();
  await state.saveStateAsync(storeName, { id: 'plain', value: { exact: 9_007_199_254_740_993n } });
  const file = await newFile(testInfo, 'mine.txt', Buffer.from('mine'));
  const blob = new EntryBlobPage(page);
  const gate = await gateUploads(page);
  await blob.open(storeName, 'plain');
  await expect(blob.panel).toContainText('This entry does not accept blobs');
  await expectAccessible(page);
  await blob.panel.getByRole('button', { name: 'Accept a blob' }).click();
  await expect(blob.panel).toContainText('No blob yet');
  expect(await state.getStateAsync(storeName, 'plain')).toMatchObject({
    hasBlob: true,
    value: { exact: 9_007_199_254_740_993n },
  });

  gate.letThrough(0);
  await blob.choose(file.path);
  const upload = blob.upload('mine.txt');
  await expect(upload).toContainText('0 B of 4 B');
  await state.uploadBlobAsync({ storeName, id: 'plain' }, Buffer.from('theirs'), { fileName: 'theirs.txt' });
  await gate.open();
  const refused = 'The entry has a blob now. Nothing was overwritten.';
  await expect(upload).toContainText(refused);
  await expect(page.getByRole('region', { name: /Notifications/ }), 'the notice says the same').toContainText(refused);
  await expect(blob.fact('Name')).toHaveText('theirs.txt');
  await upload.getByRole('button', { name: 'Replace…' }).click();
  await expect(blob.question, 'asks as for any other blob').toContainText('theirs.txt');
  await blob.replace();
  await expect(blob.fact('Name'), 'knowing what it replaces').toHaveText('mine.txt');
});

test('a file that is changed while it is sent is not taken for a lost connection', async ({
  page,
  client,
  expectedProblems,
}, testInfo) => {
  expectedProblems.push(/Failed to load resource/);
  const storeName = await newStore(client, [{ id: 'a', fileName: 'old.txt', bytes: Buffer.from('old') }]);
  const file = await newFile(testInfo, 'new.bin', randomBytes(20 * MiB));
  const blob = new EntryBlobPage(page);
  const gate = await gateUploads(page);
  await blob.open(storeName, 'a');
  gate.letThrough(1);
  await blob.drop(file.path);
  await blob.replace();
  const upload = blob.upload('new.bin');
  await expect(upload).toContainText('16.0 MiB of 20.0 MiB');
  await upload.getByRole('button', { name: 'Pause the upload of new.bin' }).click();
  await writeFile(file.path, 'written by another program');
  await gate.open();
  await upload.getByRole('button', { name: 'Resume the upload of new.bin' }).click();
  await expect(upload.getByRole('alert')).toContainText('The file was changed, moved or deleted on this device');
  await expect(upload.getByRole('button', { name: 'Try again' }), 'which would find the same').toBeHidden();
  await blob.drop(file.path);
  await blob.replace();
  await expect(blob.fact('Name')).toHaveText('new.bin');
});

test.describe('an operator who may only read', () => {
  test.use({ role: 'reader' });

  test('downloads, and learns why nothing can be uploaded', async ({ page, client }) => {
    const storeName = await newStore(client, [{ id: 'seen', fileName: 'seen.txt', bytes: Buffer.from('seen') }]);
    const blob = new EntryBlobPage(page);
    await blob.open(storeName, 'seen');
    await expect(blob.preview).toContainText('seen');
    const replace = blob.panel.getByRole('button', { name: 'Replace…' });
    await expect(replace).toHaveAttribute('aria-disabled', 'true');
    await replace.focus();
    await expect(page.getByRole('tooltip')).toContainText('state/create');
    await expectAccessible(page);
  });
});

type Seed = { id: string; bytes: Buffer; fileName?: string; contentType?: string };

/** A store of this journey's own with these blobs. */
async function newStore(client: TaskClient, blobs: readonly Seed[]): Promise<string> {
  const storeName = `blobs-${crypto.randomUUID()}`;
  const state = client.getStateClient();
  for (const { id, bytes, fileName, contentType } of blobs) {
    const options = { ...(fileName && { fileName }), ...(contentType && { contentType }) };
    await state.saveBlobStateAsync(storeName, { id, value: null, hasBlob: true }, bytes, options);
  }
  return storeName;
}

async function newFile(testInfo: TestInfo, name: string, bytes: Buffer) {
  const path = testInfo.outputPath(name);
  await writeFile(path, bytes);
  return { name, path, hash: hashOf(bytes) };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A PNG of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A PDF of one empty page that would say something when it is opened, if its script ran. */
function smallPdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\("run"\\)) >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 4\n0000000000 65535 f \n${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
