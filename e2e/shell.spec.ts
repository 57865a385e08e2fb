import type { Locator } from '@playwright/test';
import type { TaskClient } from '#client';
import type { TaskResponse } from '#contract';
import { sampleTasks } from '#samples';
import { expect, expectAccessible, test } from './fixtures.ts';
import { pressUntilTaken } from './pages/keyboard.ts';
import { Palette } from './pages/palette.ts';
import { Shell } from './pages/shell.ts';

/** A task that no worker takes. */
function createIdleTask(client: TaskClient, word = 'shell'): Promise<TaskResponse> {
  const [sample] = sampleTasks(new Date());
  if (sample === undefined) throw new Error('there are no samples');
  const id = `${word}-${crypto.randomUUID()}`;
  return client.createTaskAsync({ ...sample, id, name: `Marmalade ${id}`, queue: 'nobody-serves-this' });
}

test('any pasted id is opened: a task, a run of it, an event; words find tasks', async ({ page, client }) => {
  const task = await createIdleTask(client);
  await client.raiseTaskEventAsync(task.id, 'approval', { value: { approved: true } });
  const events = await client.listTaskExternalEventsAsync(task.id).byPage().next();
  const eventId = events.value?.[0]?.id ?? '';
  const note = `note-${crypto.randomUUID()}`;
  const holder = await client.createTaskAsync({
    type: 'http.request',
    queue: 'nobody-serves-this',
    name: `Quince ${crypto.randomUUID()}`,
    input: { url: 'http://127.0.0.1/', headers: { note } },
  });
  const palette = new Palette(page);

  await page.goto('/workers');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type(task.id);
  await expect(palette.input, 'what is typed while the palette is loaded goes into it').toHaveValue(task.id);
  await expectAccessible(page);
  await palette.land(task.id, task.id);
  await expect(page).toHaveURL(new RegExp(`/tasks/${task.id}$`));

  await palette.land(`${task.id}#1`, `${task.id}#1`);
  await expect(page).toHaveURL(new RegExp(`/tasks/${task.id}\\?run=1`));

  await palette.land(eventId, eventId);
  await expect(page).toHaveURL(/\/events\?/);
  await expect(page.getByRole('table', { name: 'events' }).getByRole('row').nth(1)).toContainText('approval');

  await palette.open();
  await palette.input.fill(task.name ?? '');
  await palette.option('Marmalade').click();
  await expect(page).toHaveURL(new RegExp(`/tasks/${task.id}$`));

  await palette.open();
  await palette.input.fill(note);
  await palette.option(`Search for “${note}”`).click();
  await expect(palette.option(holder.name ?? '')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Searched / })).toBeVisible();
  await palette.option(holder.name ?? '').click();
  await expect(page).toHaveURL(new RegExp(`/tasks/${holder.id}$`));
});

test('Enter opens the page whose name is typed, also when answers come between the letters', async ({
  page,
  client,
}) => {
  await createIdleTask(client, 'audit'); // the page comes before it
  await page.goto('/tasks');
  const palette = new Palette(page);
  for (const name of ['audit', 'audit', 'workers']) {
    await palette.open();
    await palette.input.pressSequentially(name, { delay: 200 });
    await expect(palette.option(`Search for “${name}”`)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/${name}$`));
  }
});

test('Enter opens the store whose name was typed, also where tasks have the name in theirs', async ({
  page,
  client,
}) => {
  const name = `named-${crypto.randomUUID()}`;
  await client.getStateClient().saveStateAsync(name, { id: 'one', value: 1 });
  await client.createTaskAsync({
    ...{ type: 'http.request', queue: 'nobody-serves-this', name: `Count ${name}` },
    input: { url: 'http://127.0.0.1/' },
  });
  const palette = new Palette(page);
  await page.goto('/workers');
  await palette.open();
  await palette.input.fill(name);
  await expect(palette.option(`Count ${name}`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/state/${name}$`));
});

test('the palette opens the tabs of what is beside a list', async ({ page, client }) => {
  const name = `tabs-${crypto.randomUUID().slice(0, 8)}`;
  await client.getStateClient().saveStateAsync(name, { id: 'one', value: 'before' });
  await client.getStateClient().saveStateAsync(name, { id: 'one', value: 'after' });
  await page.goto(`/state/${name}?entry=one`);
  const versions = page.getByRole('complementary', { name: 'Entry' }).getByRole('tab', { name: 'Versions' });
  await expect(versions).toBeVisible();
  const palette = new Palette(page);
  await palette.open();
  await palette.input.fill('versions');
  await expect(palette.option('Show Versions')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(versions).toHaveAttribute('aria-selected', 'true');
  await expect(versions).toBeFocused();
});

test('the keyboard reaches what is beside a list in a few keys, where something is', async ({ page, client }) => {
  const name = `skip-${crypto.randomUUID().slice(0, 8)}`;
  await client.getStateClient().saveStateAsync(name, { id: 'one', value: 1 });
  await page.goto(`/state/${name}?entry=one`);
  const entry = page.getByRole('complementary', { name: 'Entry' });
  const edit = entry.getByRole('button', { name: 'Edit' });
  await expect(edit).toBeVisible();
  const skip = page.getByRole('link', { name: 'Skip to details' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(entry).toBeFocused();
  for (let tabs = 0; tabs < 5; tabs++) await page.keyboard.press('Tab');
  await expect(edit).toBeFocused();
  await page.goto(`/state/${name}`);
  await expect(page.getByRole('grid', { name: 'entries' }).or(page.getByRole('table'))).toBeVisible();
  await expect(skip, 'nothing is beside the list').toBeHidden();
});

test('the keyboard goes everywhere, and says which keys there are', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main'), 'the skip link comes first').toBeFocused();

  await pressUntilTaken(page, '?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  await expect(help).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  for (const [key, path] of [
    ['w', '/workers'],
    ['s', '/schedules'],
    ['e', '/events'],
    ['t', '/tasks'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/events$/);

  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: 'Enable single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.keyboard.press('?');
  await expect(help, 'keys can be turned off').toBeHidden();
  await expect(page).toHaveURL(/\/events$/);
});

test('theme, time zone and a narrow navigation stay as they were chosen', async ({ page }) => {
  await page.goto('/schedules');
  await page.getByRole('button', { name: /^Times/ }).click();
  const times = page.getByRole('dialog', { name: 'Times' });
  const zone = times.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('toky');
  await zone.press('Enter');
  await expect(zone).toHaveValue('Asia/Tokyo');
  await times.getByRole('radio').nth(1).check();
  await expect(times).toContainText(/Now \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} Asia\/Tokyo/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Times: Tokyo' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workers' })).toBeVisible();
  await expect(page.locator('html')).toHaveClass(/\bdark\b/);
});

test('forced colours show what is chosen, and where the focus is', async ({ page, client }) => {
  const { id } = await client.createTaskAsync({ type: 'sample.sum', input: { numbers: [1] } });
  await page.emulateMedia({ forcedColors: 'active' });
  const styleOf = (locator: Locator, name: 'backgroundColor' | 'outlineStyle' | 'borderBottomColor') =>
    locator.evaluate((element, name) => getComputedStyle(element)[name], name);
  await page.goto(`/tasks?filter=${encodeURIComponent(`id:${id}`)}`);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  expect(await styleOf(link('Tasks'), 'backgroundColor')).not.toBe(await styleOf(link('Logs'), 'backgroundColor'));
  const canvas = await styleOf(page.locator('body'), 'backgroundColor');
  expect(await styleOf(link('Running'), 'borderBottomColor'), 'no line of a tab').toBe(canvas);
  await page.keyboard.press('j');
  await expect(page.locator('tr:focus')).toBeVisible();
  expect(await styleOf(page.locator('tr:focus'), 'outlineStyle')).toBe('solid');

  await page.goto('/');
  const span = (name: string) => page.locator('label').filter({ hasText: new RegExp(`^${name}$`) });
  expect(await styleOf(span('1h'), 'backgroundColor')).not.toBe(await styleOf(span('24h'), 'backgroundColor'));
});

test('one live stream serves all tabs of a browser, and its switch holds all of them', async ({ page, context }) => {
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/watch')) streams.push(request.url());
  });
  const shell = new Shell(page);
  await page.goto('/');
  await expect(shell.live).toContainText('Live');
  const second = await context.newPage();
  const secondShell = new Shell(second);
  await second.goto('/tasks');
  await shell.live.click();
  await expect(shell.live).toContainText('Paused');
  await expect(secondShell.live).toContainText('Paused');
  await secondShell.live.click();
  await expect(shell.live).toContainText('Live');
  expect(streams).toHaveLength(1);

  await page.close();
  await expect.poll(() => streams.length, { message: 'the other tab takes over' }).toBe(2);
  await expect(secondShell.live).toContainText('Live');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('every page fits, and the navigation comes and goes', async ({ page }) => {
    await page.goto('/');
    const viewport = page.locator('meta[name="viewport"]');
    await expect(viewport, 'dialogs stay above the keyboard').toHaveAttribute(
      'content',
      /interactive-widget=resizes-content/,
    );
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Workers' }).click();
    await expect(page).toHaveURL(/\/workers$/);
    await expect(page.getByRole('dialog')).toBeHidden();
    for (const path of [
      '/',
      '/tasks',
      '/errors',
      '/logs',
      '/events',
      '/events?tab=waiting',
      '/schedules',
      '/workers',
      '/operations',
      '/alerts',
      '/approvals',
      '/copy',
      '/audit',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    await expectAccessible(page);
  });
});

test('an address that leads nowhere says so, and the way on', async ({ page, expectedProblems }) => {
  expectedProblems.push(/404/);
  await page.goto('/no-such-page');
  await expect(page.getByText('There is nothing at this address')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).click();
  await expect(page).toHaveURL(/\/tasks$/);
});

test('a link to what was deleted says what it was, and leads to the others', async ({
  page,
  client,
  expectedProblems,
}) => {
  expectedProblems.push(/404/);
  const id = crypto.randomUUID();
  const task = await createIdleTask(client);
  for (const [kind, path] of Object.entries({ alert: 'alerts', operation: 'operations', schedule: 'schedules' })) {
    await page.goto(`/${path}/${id}`);
    await expect(page.getByText(`No such ${kind}`)).toBeVisible();
    await expect(page.getByText(id)).toBeVisible();
    const others = page.getByRole('main').getByRole('link', { name: `All ${path}` });
    await expect(others).toHaveAttribute('href', `/${path}`);
    await expect(page.getByRole('link', { name: 'Who changed it' })).toHaveAttribute('href', new RegExp(id));
  }
  await expectAccessible(page);
  await page.goto(`/tasks/${task.id}/compare?with=${id}&withRun=2`);
  await expect(page.getByText('A run of this comparison is not there')).toBeVisible();
  await page.getByRole('link', { name: 'The task', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/tasks/${task.id}$`));
});

test('a page of what is not there answers 404, and a redirect is one', async ({ page, client }) => {
  const store = `statuses-${crypto.randomUUID()}`;
  await client.getStateClient().saveStateAsync(store, { id: 'kept', value: 1 });
  const task = await client.createTaskAsync({ type: 'http.request', input: { url: 'http://127.0.0.1:9' } });
  const missing = crypto.randomUUID();
  const statuses: Record<string, number> = {
    '/': 200,
    '/tasks': 200,
    '/no-such-page': 404,
    [`/tasks/${task.id}`]: 200,
    [`/tasks/${task.id}?run=7`]: 404,
    [`/tasks/${missing}`]: 404,
    [`/tasks/${missing}/compare`]: 404,
    [`/tasks/new?from=${missing}`]: 404,
    [`/errors/${missing}`]: 404,
    [`/schedules/${missing}`]: 404,
    [`/operations/${missing}`]: 404,
    [`/state/${store}?entry=kept`]: 200,
    [`/state/${store}?entry=gone`]: 404,
    [`/state/no-${store}`]: 404,
    '/settings': 307,
    '/sign-in': 307,
  };
  const answered = Object.keys(statuses).map(async (path) => {
    const response = await page.request.get(path, { maxRedirects: 0 });
    return [path, response.status()] as const;
  });
  expect(Object.fromEntries(await Promise.all(answered))).toEqual(statuses);
});

test('keys go on in the page that they opened, and scroll it', async ({ page, client }) => {
  await createIdleTask(client); // without a task the overview is too short to scroll
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto('/locks');
  const main = page.getByRole('main');
  await page.getByRole('link', { name: 'Alerts' }).focus();
  await pressUntilTaken(page, 'Control+k');
  const palette = new Palette(page);
  await palette.input.fill('Overview');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await expect(main, 'not the link that had it on the page before').toBeFocused();
  await expect(page.getByRole('heading', { name: 'Not moving' })).toBeAttached();
  await page.keyboard.press('PageDown');
  await expect.poll(() => main.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Not moving' })).toBeAttached();
  await expect(page.locator('body'), 'the skip link comes first on a page that is loaded').toBeFocused();
  await main.evaluate((element) => element.scrollTo(0, 0));
  await expect(async () => {
    await page.keyboard.press('PageDown');
    expect(await main.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  }).toPass();

  await page.goto('/tasks');
  await pressUntilTaken(page, '/');
  const filter = page.getByRole('combobox', { name: 'Add a condition for tasks' });
  await expect(filter).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(filter, 'Escape closes the suggestions').toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Escape');
  await expect(main, 'and then leaves the filter').toBeFocused();
});
