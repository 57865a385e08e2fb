import { createServer } from 'node:http';
import { listen } from '../lib/contract/testing/listen.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

/** Starts a receiver of webhooks. Resolves with its URL and the kinds of the notices that have come. */
async function startReceiver() {
  const kinds: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    kinds.push(JSON.parse(text).kind);
    response.writeHead(204).end();
  });
  const port = await listen(server);
  return { kinds, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}

test('an alert is made by keyboard, tried, muted and deleted', async ({ page, client, expectedProblems }) => {
  const receiver = await startReceiver();
  const name = `Payments ${crypto.randomUUID().slice(0, 8)}`;
  const dialog = page.getByRole('dialog', { name: /^(?:New alert|Mute )/ });
  const heading = page.getByRole('heading', { level: 1, name });
  const button = (label: string) => page.getByRole('button', { name: label, exact: true });

  await page.goto('/alerts');
  await expectAccessible(page);
  await button('New alert').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Create alert' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('combobox', { name: 'Notify when' }).selectOption('A task of a type fails');
  await dialog.getByRole('textbox', { name: 'Task type' }).fill(`payments-${name.slice(-8)}.*`);
  const preview = dialog.getByRole('button', { name: 'Preview findings' });
  await preview.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Findings of the last 24 hours: none');
  await dialog.getByRole('combobox', { name: 'Notify when' }).selectOption('Runs of a queue wait too long');
  await dialog.getByRole('textbox', { name: 'Queue' }).fill(`payments-${name.slice(-8)}`);
  const after = dialog.getByRole('textbox', { name: 'After' });
  await after.fill('31d');
  await expect(after, 'the field says what it takes').toHaveAccessibleDescription(
    /“31d” is not allowed\. Enter a time from 1s to 30d/,
  );
  await after.fill('90s');
  await preview.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Findings now: none');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await dialog.getByRole('button', { name: 'Generate' }).press('Enter');
  const key = dialog.getByRole('textbox', { name: 'Signing key' });
  await expect(key).toHaveValue(/^whsec_/);
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('x'.repeat(121));
  await key.press('Enter');
  const wrong = dialog.getByRole('textbox', { name: 'Name' });
  await expect(wrong, 'a refusal stands at its field').toHaveAccessibleDescription(
    /has 121 characters, the maximum is 120/,
  );
  await wrong.fill(name);
  await key.press('Enter');
  await expect(heading).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(name);
  await expect(page.getByRole('main')).toContainText(`A run waits 90 s in the queue payments-${name.slice(-8)}`);

  await button('Send a test').press('Enter');
  const delivery = page.getByRole('row').filter({ hasText: 'Webhook 127.0.0.1' });
  await expect(delivery).toContainText('Delivered', { timeout: 30_000 });
  expect(receiver.kinds).toEqual(['test']);
  await expectAccessible(page);

  const choose = async (name: string) => {
    await button('More actions').press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await choose('Mute…');
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('8 hours');
  await dialog.getByRole('button', { name: 'Mute', exact: true }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(button('End the mute'), 'it refuses what comes right after the change').toBeEnabled();
  await button('End the mute').press('Enter');
  await expect(button('Send a test'), 'the act that helps an alert that is on').toBeVisible();

  const { id = '' } = /\/alerts\/(?<id>[^/]+)$/.exec(new URL(page.url()).pathname)?.groups ?? {};
  await choose('Mute…');
  const week = new Date(Date.now() + 7 * 86_400_000).toISOString();
  await client.updateAlertAsync(id, { mutedUntil: week });
  await dialog.getByRole('button', { name: 'Mute', exact: true }).press('Enter');
  await expect(dialog.getByRole('alert'), 'the mute of a colleague is not shortened unseen').toContainText(
    `Somebody else changed the mute (now ${week.slice(0, 16).replace('T', ' ')} UTC) meanwhile. Mute again to replace that.`,
  );
  expect((await client.getAlertAsync(id)).mutedUntil).toBe(week);
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');

  await choose('Delete…');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete alert' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  await expect(question).toBeHidden();
  for await (const alert of client.listAlertsAsync()) expect(alert.name).not.toBe(name);
  expectedProblems.push(/404/);
  await page.goBack();
  const deleted = page.getByRole('alert').filter({ hasText: 'This alert was deleted' });
  await expect(deleted).toBeVisible();
  await expectAccessible(page);

  const other = await client.createAlertAsync({
    name,
    condition: { kind: 'failure', type: 'payments' },
    channels: [{ kind: 'slack', url: receiver.url }],
  });
  await page.goto(`/alerts/${other.id}`);
  await choose('Change…');
  const change = page.getByRole('dialog', { name: `Change ${name}` });
  await change.getByRole('textbox', { name: 'Name' }).fill('What was typed');
  await client.deleteAlertAsync(other.id);
  await change.getByRole('button', { name: 'Save alert' }).press('Enter');
  await expect(change.getByRole('alert')).toContainText('Somebody else deleted it meanwhile');
  await expect(change.getByRole('textbox', { name: 'Name' }), 'it can be copied').toHaveValue('What was typed');
  receiver.close();
});
