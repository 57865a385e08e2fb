import type { Page } from '@playwright/test';
import { notMovingView } from '../components/task/task-views.ts';
import { expect, test } from './fixtures.ts';

/** The parts of a page that the server draws and whose code comes after it, with what each of them shows. */
const inTab = (tab: string) => (id: string) => `/tasks/${id}?tab=${tab}`;
const parts: Record<string, { at: (id: string) => string; shown: (page: Page) => ReturnType<Page['getByRole']> }> = {
  logs: { at: inTab('logs'), shown: (page) => page.getByRole('searchbox', { name: 'Search all lines of this run' }) },
  events: { at: inTab('events'), shown: (page) => page.getByRole('table', { name: 'Events of this task' }) },
  values: { at: inTab('values'), shown: (page) => page.getByRole('heading', { name: 'Input of run 1' }) },
  history: { at: inTab('history'), shown: (page) => page.getByRole('columnheader', { name: 'Trigger' }) },
  audit: { at: inTab('audit'), shown: (page) => page.getByRole('columnheader', { name: 'Outcome' }) },
  raw: { at: inTab('raw'), shown: (page) => page.getByRole('heading', { name: 'Task', exact: true }) },
  panel: {
    at: (id) => `/tasks?panel=${id}`,
    shown: (page) => page.getByRole('complementary', { name: 'Task beside the list' }),
  },
  causes: {
    at: () => `/tasks?filter=${encodeURIComponent(notMovingView.filter)}`,
    shown: (page) => page.getByRole('region', { name: 'Causes' }),
  },
  durations: { at: () => '/tasks?map=runTime', shown: (page) => page.getByRole('region', { name: 'Durations' }) },
};

for (const [part, { at, shown }] of Object.entries(parts)) {
  test(`what the server has drawn of a part stays until its code has come: ${part}`, async ({ page, client }) => {
    const name = `Drawn ${crypto.randomUUID()}`;
    const task = { type: 'sample.sum', name, queue: 'drawn-nobody-serves-this', input: { numbers: [1] } };
    const { id } = await client.createTaskAsync(task);
    await client.createTaskAsync({ ...task, name: `Stays ${name}` }); // causes are shown while there are any
    await client.raiseTaskEventAsync(id, 'drawn', { value: {} });
    const release = await holdLaterCode(page);
    await page.goto(at(id), { waitUntil: 'commit' });
    await expect(shown(page)).toBeVisible();
    const drawn = await shown(page).evaluateHandle((element) => element);
    const isOurs = () =>
      drawn.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')));

    const status = page.getByRole('main').getByText('Cancelled').first();
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main') ?? {}).some((key) => /^__react/.test(key)),
    );
    await client.cancelTaskAsync(id);
    await expect(status, 'the page around it goes on').toBeVisible();
    expect([await isOurs(), await drawn.evaluate(({ isConnected }) => isConnected)]).toEqual([false, true]);
    release();
    await expect.poll(isOurs).toBe(true);
    expect(await drawn.evaluate(({ isConnected }) => isConnected), 'it is the same when its code has come').toBe(true);
  });
}

/** Holds back the scripts that the page announces and does not begin with. Returns what lets them through. */
async function holdLaterCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const later = new Set<string>();
  const pathsOf = (html: string, tag: RegExp, attribute: RegExp) =>
    Array.from(html.matchAll(tag), ([text]) => attribute.exec(text)?.[1] ?? '');
  await page.route('/**', async (route) => {
    const request = route.request();
    if (later.has(new URL(request.url()).pathname)) await promise;
    if (request.resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const html = await response.text();
    for (const path of pathsOf(html, /<link[^>]* as="script"[^>]*>/g, / href="([^"]+)"/)) later.add(path);
    for (const path of pathsOf(html, /<script[^>]*>/g, / src="([^"]+)"/)) later.delete(path);
    expect(later.size, 'the page announces code for later').toBeGreaterThan(0);
    await route.fulfill({ response, body: html });
  });
  return resolve;
}
