import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Transaction } from '#database';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');

const value = { card: 'of somebody who may not see it' };
const tagged = z.looseObject({ etag: z.string() });
const blind = () =>
  service.key('state/create', 'state/read', 'state/delete', 'tasks/read', 'tasks/update', 'operators/manage');

/** Saves as somebody who sees everything. Resolves with the number in the entry's tag. */
async function save(id: string, body: object): Promise<number> {
  const saved = await service.call('PUT', `/v1/stores/marked/entries/${id}`, { token: service.allKey, body });
  return Number(tagged.parse(saved.body).etag.replaceAll('"', ''));
}

const read = async (path: string) => (await service.call('GET', path, { token: await blind() })).body;

/** Makes a call while another transaction has changed what the call is about, and not committed yet. */
async function during(change: (transaction: Transaction) => Promise<unknown>, call: () => Promise<unknown>) {
  const { owner } = service;
  let called: Promise<unknown> | undefined;
  await owner.begin(async (transaction) => {
    await change(transaction);
    called = call();
    const isAwaited = async () =>
      (
        await owner`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      ).length > 0;
    await expect.poll(isAwaited).toBe(true);
  });
  return called;
}

/** Marks an entry as a save would, with the tag that somebody guesses. */
const mark = (id: string, change: number) => async (transaction: Transaction) => {
  await transaction`
    insert into state_version (store_key, id, version, change, operation, value, value_bytes, tags, sensitive, has_blob,
      created_on, created_by, modified_on, modified_by, superseded_on)
    select store_key, id, version, change, operation, value, value_bytes, tags, sensitive, has_blob,
      created_on, created_by, modified_on, modified_by, now() from state_entry where id = ${id}`;
  await transaction`
    update state_entry set version = version + 1, change = ${change}, sensitive = '{/card}' where id = ${id}`;
};

test.each(['save', 'bulk save', 'transaction', 'restore', 'undo'])(
  'an entry that is marked during a %s stays marked, whatever tag it asks for',
  async (act) => {
    const id = `by-${act.replaceAll(' ', '-')}`;
    await save(id, { value: { card: '4111' } });
    const change = await save(id, { value: { card: '4222' } });
    const guessed = change + 1_000;
    const ifMatch = `"${guessed}"`;
    const [store] = await service.database<{ key: number }[]>`select key from state_store where name = 'marked'`;
    const receipt = Buffer.from(JSON.stringify([store?.key, [[id, guessed, 3, 1, 0]]])).toString('base64url');
    const calls: Record<string, [string, string, object]> = {
      save: ['PUT', `/v1/stores/marked/entries/${id}`, { value, sensitive: [], ifMatch }],
      'bulk save': ['POST', '/v1/stores/marked/bulk-save', { entries: [{ id, value, sensitive: [], ifMatch }] }],
      transaction: [
        'POST',
        '/v1/stores/marked/transaction',
        { upserts: [{ id, value, sensitive: [], ifMatch }], deletes: [] },
      ],
      restore: ['POST', '/v1/stores/marked/restore', { id, version: 1, ifMatch }],
      undo: ['POST', '/v1/stores/marked/undo', { receipt }],
    };
    const [method, path, body] = calls[act] ?? ['', '', {}];
    const token = await blind();
    await during(mark(id, guessed), async () => service.call(method, path, { token, body }));
    expect(await read(`/v1/stores/marked/entries/${id}`)).toMatchObject({
      sensitive: ['/card'],
      value: { card: { $redacted: true } },
    });
  },
);

test('a task that is marked during an update stays marked, whatever tag the update asks for', async () => {
  await service.call('POST', '/v1/tasks', {
    token: service.allKey,
    body: { type: 'test.echo', id: 'marked', input: { card: '4111' }, startOn: '2099-01-01T00:00:00Z' },
  });
  const token = await blind();
  const { etag } = tagged.parse(await read('/v1/tasks/marked'));
  const headers = { 'if-match': etag.replace('"1-', '"2-') };
  const answered = await during(
    (transaction) => transaction`
      update task set sensitive = '{/input/card}', version = version + 1 where id = 'marked'`,
    () => service.call('PATCH', '/v1/tasks/marked', { token, body: { sensitive: null }, headers }),
  );
  expect(answered).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  expect(await read('/v1/tasks/marked')).toMatchObject({ input: { card: { $redacted: true } } });
});

test('a policy that gets a mark during a change of it keeps the mark', async () => {
  await save('of-policy', { value: { pin: '1234' } });
  const token = await blind();
  const answered = await during(
    (transaction) => transaction`
      update state_store set policy = '{"sensitive":["/pin"]}', sensitive = '{/pin}', policy_version = policy_version + 1
      where name = 'marked'`,
    () => service.call('PUT', '/v1/stores/marked/policy', { token, body: {} }),
  );
  expect(answered).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  expect(await read('/v1/stores/marked/entries/of-policy')).toMatchObject({ value: { pin: { $redacted: true } } });
});
