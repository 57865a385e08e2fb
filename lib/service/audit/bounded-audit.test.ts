import { beforeAll, expect, test } from 'vitest';
import type { AuditRecord } from '#contract';
import type { Database, Transaction } from '#database';
import { started } from '../../contract/testing/started.ts';
import { registerType, startTestService } from '../testing/test-service.ts';
import { lookWithin } from './list.ts';

const service = started(startTestService, 'close');
let token = '';

beforeAll(async () => {
  token = await service.boundedKey({ types: ['billing.*'], queues: ['billing'], stores: ['billing-*'] });
  for (const type of ['billing.run', 'mail.send']) await registerType(service.database, type);
  for (const [id, type, queue] of [
    ['inside', 'billing.run', 'billing'],
    ['other-queue', 'billing.run', 'mail'],
    ['other-type', 'mail.send', 'billing'],
  ])
    await call('POST', '/v1/tasks', { id, type, queue }, service.allKey);
  await call('PUT', '/v1/stores/billing-notes/entries/one', { value: 1 }, service.allKey);
});

const call = (method: string, path: string, body?: object, by = token) =>
  service.call(method, path, { token: by, ...(body && { body }) });
type Answer = { value: AuditRecord[]; nextLink?: string };
const listed = async (query = '', by = token) =>
  (await call('GET', `/v1/audit?${query}`, undefined, by)).body as Answer;
const actsOf = async (query = '') =>
  (await listed(query)).value.map(({ operation, target }) => `${operation} ${target?.id}`);

test('the records of tasks inside are seen, and those of own acts', async () => {
  expect(await actsOf()).toEqual(['CreateTask inside']);
  await call('PUT', '/v1/stores/billing-notes/entries/mine', { value: 1 });
  await call('PATCH', '/v1/tasks/inside', { priority: 2 });
  await call('PATCH', '/v1/tasks/other-type', { priority: 2 }, service.allKey);
  expect(await actsOf()).toEqual(['UpdateTask inside', 'SaveState billing-notes/mine', 'CreateTask inside']);
  for (const target of ['other-queue', 'other-type', 'billing-notes/one'])
    expect(await actsOf(`target=${target}`), target).toEqual([]);
  expect(await actsOf('operation=SaveState')).toEqual(['SaveState billing-notes/mine']);
  expect((await listed('', service.allKey)).value.length).toBeGreaterThan(5);
});

test('why somebody else was refused is told by its code alone', async () => {
  const theirs = await service.boundedKey({ types: ['mail.*'] });
  await call('POST', '/v1/tasks', { id: 'inside', type: 'billing.run' }, theirs);
  await call('POST', '/v1/tasks', { id: 'inside', type: 'mail.send' });
  const { value } = await listed('outcome=refused');
  expect(value.map(({ detail }) => detail)).toEqual([
    'OutsideBounds: "mail.send" lies outside of your bounds; allowed types: billing.*',
    'OutsideBounds',
  ]);
});

test('what was done to an earlier task of the same id is not seen', async () => {
  await call('POST', '/v1/tasks', { id: 'again', type: 'mail.send', queue: 'mail' }, service.allKey);
  await call('POST', '/v1/tasks/again/cancel', { reason: 'theirs' }, service.allKey);
  await call('DELETE', '/v1/tasks/again', undefined, service.allKey);
  expect(await actsOf('target=again')).toEqual([]);
  await call('POST', '/v1/tasks', { id: 'again', type: 'billing.run', queue: 'billing' }, service.allKey);
  expect(await actsOf('target=again')).toEqual(['CreateTask again']);
});

test('pages go on behind many records of others', async () => {
  const [first] = await service.database<{ id: string }[]>`select max(id)::text as id from audit_record`;
  await service.owner`
    insert into audit_record (occurred_on, identity_kind, identity_id, identity_name, operation, source_address, request_id,
      outcome, status, previous_hash, hash)
    select now(), 'apiKey', 'x', 'x', 'SignOut', '', '', 'succeeded', 204, previous_hash, hash
    from audit_record, generate_series(1, 25000) where id = ${first?.id ?? ''}::bigint`;
  const page = await listed('maxPageSize=2');
  expect(page.value).toEqual([]);
  const seen: string[] = [];
  for (let next = page.nextLink; next !== undefined; ) {
    const answer = (await call('GET', next.slice(service.url.length))).body as Answer;
    seen.push(...answer.value.map(({ operation, target }) => `${operation} ${target?.id}`));
    next = answer.nextLink;
  }
  expect(seen.at(-1)).toBe('CreateTask inside');
  expect(new Set(seen).size).toBeGreaterThan(3);
});

/** The same database, in whose transactions something happens before a statement with a text is sent. */
function interrupted(database: Database, text: string, happen: () => Promise<unknown>): Database {
  const watched = (transaction: Transaction) =>
    new Proxy(transaction, {
      apply(target, self, parts: unknown[]) {
        const send = () => Reflect.apply(target, self, parts);
        return Array.isArray(parts[0]) && parts[0].join('').includes(text) ? happen().then(send) : send();
      },
    });
  return new Proxy(database, {
    get: (target, name) =>
      name === 'begin'
        ? (how: string, work: (transaction: Transaction) => Promise<unknown>) =>
            target.begin(how, (transaction) => work(watched(transaction)))
        : Reflect.get(target, name),
  });
}

test('records that come while a page is read bring nothing of it again', async () => {
  const add = (count: number, identity: string) => service.owner`
    with added as (
      insert into audit_record (occurred_on, identity_kind, identity_id, identity_name, operation, source_address, request_id,
        outcome, status, previous_hash, hash)
      select now(), 'apiKey', ${identity}, 'x', 'SignOut', '', '', 'succeeded', 204, previous_hash, hash
      from (select * from audit_record limit 1) r, generate_series(1, ${count})
      returning id
    ) select max(id)::text as id from added`;
  const [mine] = await add(1, 'me');
  await add(19_997, 'others');
  const caller = { kind: 'apiKey' as const, id: 'me', bounds: { types: ['none'] } };
  const busy = interrupted(service.database, 'offset', () => add(5, 'others'));
  const { rows, lookedTo = 0 } = await lookWithin(busy, { maxPageSize: 10 }, undefined, caller);
  expect(rows.map(({ id }) => id)).toEqual([mine?.id]);
  expect((await lookWithin(service.database, { maxPageSize: 10 }, lookedTo, caller)).rows).toEqual([]);
});
