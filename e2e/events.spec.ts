import type { Page } from '@playwright/test';
import { sampleTasks } from '#samples';
import { expect, expectAccessible, test } from './fixtures.ts';
import { Shell } from './pages/shell.ts';

test('finds who waits for an event, raises it, and sees it consumed', async ({ page, client }) => {
  const [order] = sampleTasks(new Date());
  if (order === undefined) throw new Error('there are no samples');
  const id = `events-${crypto.randomUUID()}`;
  await client.createTaskAsync({ ...order, id });
  await expect.poll(async () => (await client.getTaskAsync(id)).status).toBe('waiting');

  await page.goto(`/events?tab=waiting&filter=${encodeURIComponent(`task:${id}`)}`);
  const waits = page.getByRole('table', { name: 'waits' });
  await expect(waits.getByRole('row').nth(1)).toContainText('approval');
  const name = order.name ?? order.type;
  await expect(waits.getByRole('link', { name: `${name} #1` })).toHaveAttribute('title', `${id}#1`);
  await expectAccessible(page);

  await waits.getByRole('button', { name: `Raise approval on ${id}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Raise an event' });
  await expect(dialog.getByRole('textbox', { name: 'Value of approval' }), 'its name is given').toBeFocused();
  await expect(dialog, 'what it will do').toContainText('Run 1 waits for it');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Raise event' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`On “${name}”`)).toBeVisible();
  await expect.poll(async () => (await client.getTaskAsync(id)).status).toBe('succeeded');
  await expect(waits.getByText('approval'), 'a wait that is over leaves the list').toHaveCount(0);

  await page.goto(`/events?filter=${encodeURIComponent(`task:${id}`)}`);
  const events = page.getByRole('table', { name: 'events' });
  await expect(events.getByRole('row').nth(1)).toContainText('approval');
  await expect(events.getByRole('link', { name: /run 1, step/ })).toBeVisible();
  await expectAccessible(page);
});

test('who answers when somebody else was first learns it', async ({ page, client }) => {
  const input = { subject: 'two people' };
  const { id } = await client.createTaskAsync({ type: 'sample.approval', name: 'Two people', input });
  await page.goto(`/tasks/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Raise approval' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Raise an event' });
  await expect(dialog).toContainText('Run 1 waits for it');
  const { release } = await holdChanges(page);
  await dialog.getByRole('button', { name: 'Raise event' }).click();
  await client.raiseTaskEventAsync(id, 'approval', { value: { approved: false } });
  await expect.poll(async () => (await client.getTaskAsync(id)).status).toBe('succeeded');
  release();
  await expect(page.getByText('Another “approval” came first')).toBeVisible();
  await expect(page.getByText(/^Run 1 of “Two people” continues with the one that journeys .* raised/)).toBeVisible();
});

/** Holds the changes that a page sends until they are released. */
async function holdChanges(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isOurs = (url: URL) => url.pathname.startsWith('/tasks/');
  await page.route(isOurs, async (route) => {
    if (route.request().method() === 'POST') await promise;
    await route.fallback();
  });
  return { release: resolve };
}

test('a raised event waits behind a button, and a filter that makes no sense is said', async ({ page, client }) => {
  const [order] = sampleTasks(new Date());
  if (order === undefined) throw new Error('there are no samples');
  const id = `events-${crypto.randomUUID()}`;
  await client.createTaskAsync({ ...order, id, queue: 'events-nobody-serves-this' });
  await client.raiseTaskEventAsync(id, 'first', { value: 1 });
  await page.goto(`/events?filter=${encodeURIComponent(`task:${id}`)}`);
  const rows = page.getByRole('table', { name: 'events' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Live updates/ })).toContainText('Live');
  await client.raiseTaskEventAsync(id, 'second', { value: 9_007_199_254_740_993n });
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first(), 'its number is exact').toContainText('9007199254740993');

  await page.goto(`/events?filter=${encodeURIComponent('colour:red')}`);
  await expect(page.getByText('no filter is called colour', { exact: false }).first()).toBeVisible();
});

test.describe('an operator who may only read', () => {
  test.use({ role: 'reader' });

  test('learns why no event can be raised', async ({ page }) => {
    await page.goto('/events');
    const raise = page.getByRole('button', { name: 'Raise an event' });
    await expect(raise).toBeDisabled();
    await new Shell(page).isLive();
    await raise.focus();
    await expect(page.getByRole('tooltip')).toContainText('events/create');
  });
});
