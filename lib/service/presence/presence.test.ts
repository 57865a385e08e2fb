import { beforeAll, expect, test } from 'vitest';
import { type Presence, type PresenceInput, presenceMs, type Scope, type SignInResponse } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { insertOperator, registerType, startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
beforeAll(async () => {
  await registerType(service.database, 'order');
  await service.call('POST', '/v1/tasks', { token: service.allKey, body: { id: 't', type: 'order' } });
});

const password = 'correct horse battery';
const task: PresenceInput = { kind: 'task', id: 't' };

async function newPerson(name: string, ...scopes: Scope[]): Promise<string> {
  const email = `${name}@example.org`;
  await insertOperator(service.database, { email, name, password, scopes });
  const { body } = await service.call('POST', '/v1/sign-in', { body: { email, password } });
  return (body as SignInResponse).accessToken;
}

const share = (token: string, record: PresenceInput, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/presence', { token, body: record, headers });

async function namesSeenBy(
  token: string,
  record: PresenceInput,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const answer = await share(token, record, headers);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as Presence).others.map(({ name }) => name);
}

const age = (ms: number) => service.database`update presence set seen_on = now() - ${ms} * interval '1 ms'`;

test('people who look at the same record see each other, and are gone a moment after they left', async () => {
  const [ada, ben] = [
    await newPerson('ada', 'tasks/read', 'state/read'),
    await newPerson('ben', 'tasks/read', 'state/read'),
  ];
  expect(await namesSeenBy(ada, task)).toEqual([]);
  expect(await namesSeenBy(ben, task)).toEqual(['ada@example.org']);
  expect(await namesSeenBy(ada, task)).toEqual(['ben@example.org']);
  const entry = { kind: 'entry', id: 't', storeName: 'notes' } as const;
  expect(await namesSeenBy(ben, entry)).toEqual([]);
  expect(await namesSeenBy(ada, { ...entry, storeName: 'others' })).toEqual([]);
  expect(await namesSeenBy(ada, entry)).toEqual(['ben@example.org']);
  expect(await namesSeenBy(ada, { kind: 'errorGroup', id: 't' })).toEqual([]);
  await age(presenceMs + 1);
  expect(await namesSeenBy(ben, task)).toEqual([]);
  expect(await service.database`select record, name from presence`).toEqual([
    { record: '["task","t",null]', name: 'ben@example.org' },
  ]);
});

test('nobody is shown for longer when the clock was set back', async () => {
  const [kim, lee] = [await newPerson('kim', 'tasks/read'), await newPerson('lee', 'tasks/read')];
  const record = { ...task, id: 'set-back' };
  await namesSeenBy(kim, record);
  await age(-3_600_000);
  expect(await namesSeenBy(lee, record)).toEqual([]);
  expect(await namesSeenBy(kim, record)).toEqual(['lee@example.org']);
});

test('a program sees who looks, and is not shown', async () => {
  const cleo = await newPerson('cleo', 'tasks/read');
  expect(await namesSeenBy(cleo, { ...task, id: 'seen' })).toEqual([]);
  expect(await namesSeenBy(service.allKey, { ...task, id: 'seen' })).toEqual(['cleo@example.org']);
  expect(await namesSeenBy(cleo, { ...task, id: 'seen' })).toEqual([]);
});

test('who looks at an isolated entry does not look at the one of the same name that everybody shares', async () => {
  const [gil, hal, ivy] = [
    await newPerson('gil', 'state/read'),
    await newPerson('hal', 'state/read', 'namespaces/manage'),
    await newPerson('ivy', 'state/read', 'namespaces/manage'),
  ];
  const entry = { kind: 'entry', id: 'same', storeName: 'notes' } as const;
  const [{ owner }] = await service.database<[{ owner: string }]>`
    select 'operator:' || id as owner from operator where email = 'gil@example.org'`;
  const ofGil = { 'taskdeck-namespace': encodeURIComponent(owner) };
  expect(await namesSeenBy(gil, entry, { 'taskdeck-isolation': 'isolated' })).toEqual([]);
  expect(await namesSeenBy(ivy, entry)).toEqual([]);
  expect(await namesSeenBy(hal, entry, ofGil)).toEqual(['gil@example.org']);
  expect(await namesSeenBy(gil, entry)).toEqual(['ivy@example.org']);
  expect(await share(gil, entry, ofGil)).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
});

test('nobody is told who looks at what they may not read', async () => {
  const dan = await newPerson('dan', 'tasks/read');
  const refused = (answer: object, status: number, code: string) =>
    expect(answer).toMatchObject({ status, body: { code } });
  refused(await share(dan, { kind: 'entry', id: 'a', storeName: 'notes' }), 403, 'InsufficientScope');
  refused(await share(await newPerson('eve', 'state/read'), task), 403, 'InsufficientScope');
  refused(await share(dan, { kind: 'task', id: 'a', storeName: 'notes' }), 400, 'InvalidRequest');
  const bounded = await service.boundedKey({ types: ['billing.*'], stores: ['billing-*'] });
  refused(await share(bounded, task), 404, 'TaskNotFound');
  refused(await share(bounded, { kind: 'entry', id: 'a', storeName: 'notes' }), 403, 'OutsideBounds');
  refused(await share(bounded, { kind: 'errorGroup', id: 'a' }), 403, 'OutsideBounds');
  expect(await namesSeenBy(bounded, { kind: 'entry', id: 'a', storeName: 'billing-notes' })).toEqual([]);
});

test('what is written is bounded: a person is at so many records, and a row is not written again at once', async () => {
  const fay = await newPerson('fay', 'tasks/read');
  for (let n = 0; n < 22; n += 1) await share(fay, { ...task, id: `fay-${n}` });
  const rows = () =>
    service.database<{ record: string; at: string }[]>`
      select record, xmin::text as at from presence where name = 'fay@example.org' order by record`;
  const before = await rows();
  expect(before).toHaveLength(20);
  await share(fay, { ...task, id: 'fay-1' });
  expect(await rows()).toEqual(before);
  await age(presenceMs / 2);
  const aged = await rows();
  await share(fay, { ...task, id: 'fay-1' });
  expect(await rows()).not.toEqual(aged);
});
