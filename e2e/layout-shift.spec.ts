import { setTimeout as delay } from 'node:timers/promises';
import type { TaskClient } from '#client';
import { expect, test } from './fixtures.ts';
import { watchShifts } from './layout-shifts.ts';

const changesForMs = 4_000;
const everyMs = 200;
const wrongIban = 'DE89370400440532013001';

test.describe.configure({ timeout: 180_000 });

test('nothing on a page of a desktop or a phone moves by itself while everything changes', async ({
  page,
  client,
  openAs,
}) => {
  const key = crypto.randomUUID().slice(0, 8);
  const store = `shift-${key}`;
  const change = changesOf(client, store);
  const { error } = await client.createTaskAndWaitForResultAsync(failing(key));
  const group = error?.fingerprint ?? '';
  await expect.poll(() => client.getErrorGroupAsync(group).catch(() => undefined)).toBeDefined();
  for (let at = 0; at < 40; at += 1) await client.createTaskAsync(waiting(`waits ${key} ${at}`));
  for (let at = 0; at < 40; at += 1) await change();
  const [phone, other] = [await openAs('admin'), await openAs('reader')];
  await phone.setViewportSize({ width: 360, height: 740 });

  const stillBy = { 'a desktop': await watchShifts(page), 'a phone': await watchShifts(phone) };
  const paths = {
    'the list of tasks': () => '/tasks',
    'a run that goes on': async () => `/tasks/${(await client.createTaskAsync(running(key))).id}`,
    'the overview': () => '/',
    'the errors': () => '/errors',
    'an error': () => `/errors/${group}`,
    'a store': () => `/state/${store}?entry=shelf-1`,
    'the logs': () => '/logs',
  };
  for (const [what, pathOf] of Object.entries(paths)) {
    const path = await pathOf();
    await Promise.all([page.goto(path), phone.goto(path)]);
    void other.goto(path).catch(() => undefined); // somebody else comes to look
    for (const end = Date.now() + changesForMs; Date.now() < end; await delay(everyMs)) await change();
    for (const [device, still] of Object.entries(stillBy)) await still(`${what} on ${device}`);
  }
});

const waiting = (name: string) => ({ name, type: 'sample.approval', input: { subject: 'layout' } });
const running = (site: string) => ({ type: 'sample.sensor.replay', input: { site, readings: 50_000 } });
const failing = (batch: string) => ({
  type: 'sample.payout.send',
  input: { batch, payouts: [{ recipient: 'Huber', iban: wrongIban, amount: 10 }] },
});

/** Returns what changes something everywhere at each call: tasks that begin, fail and write logs, and entries. */
function changesOf(client: TaskClient, store: string): () => Promise<void> {
  let count = 0;
  return async () => {
    count += 1;
    await client.createTaskAsync(waiting(`new ${count}`));
    if (count % 5 === 0) await client.createTaskAsync(failing(`${store} ${count}`));
    if (count % 7 === 0)
      await client.createTaskAsync({ type: 'sample.sensor.replay', input: { site: store, readings: 100 } });
    const value = { pieces: count, note: 'counted '.repeat(count % 4) };
    await client.getStateClient().saveStateAsync(store, { id: `shelf-${count % 40}`, value });
  };
}
