import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Scope, scopes } from '#contract';
import { type AnyTaskDefinition, loadSecretsKey, type RunningWorker, runWorker } from '#engine';
import { started } from '../../contract/testing/started.ts';
import { registerType, startTestService } from '../testing/test-service.ts';

/** A member that once made redaction mistake an object for a number. It stands beside every sensitive value here. */
const odd = { isLosslessNumber: true };

const definitions: AnyTaskDefinition[] = [
  {
    type: 'test.child',
    sensitive: ['/output/child'],
    async run(ctx) {
      await ctx.step('look up', () => null);
      return { ...odd, child: 'hidden-child-output', isChild: true };
    },
  },
  {
    type: 'test.card',
    sensitive: ['/input/pin'],
    async run(ctx) {
      await ctx.step('charge/card', () => ({ ...odd, code: 'hidden-step', ok: true }));
      await ctx.waitForEvent('approval');
      await ctx.waitForTask(await ctx.createTask({ type: 'test.child', id: 'child' }));
      await ctx.state.get('vault', 'card');
      await ctx.state.list('vault');
      return { ...odd, receipt: 'hidden-output', ok: true };
    },
  },
  {
    type: 'test.parent',
    run: async (ctx) => ctx.waitForTask(await ctx.createTask({ type: 'test.child', id: 'grandchild' })),
  },
];

const service = started(startTestService, 'close');
let worker: RunningWorker;
let blind = '';

const request = (method: string, path: string, body?: unknown, token = service.allKey) =>
  service.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const create = async (id: string, type: string) => {
  const made = await request('POST', '/v1/tasks', {
    type,
    id,
    input: { ...odd, pin: 'hidden-pin', card: { ...odd, number: 'hidden-number' }, key: { $secret: 'TOKEN' } },
    sensitive: ['/input/card/number', '/output/receipt', '/steps/charge~1card/code', '/events/approval/by'],
  });
  expect(made.status, made.text).toBe(201);
  return made;
};

beforeAll(async () => {
  const { database, dataFolder } = service;
  blind = await service.key(
    ...scopes.filter((scope): scope is Scope => scope !== 'sensitive/read' && scope !== 'secrets/read'),
  );
  await registerType(service.database, 'test.typed', ['/input/pin']);
  await request('PUT', '/v1/secrets/TOKEN', { value: 'global-value' });
  const value = { ...odd, pin: 'hidden-store-wide', number: 'hidden-entry', late: 'hidden-later', name: 'Ada' };
  await request('PUT', '/v1/stores/vault/entries/card', { id: 'card', value, sensitive: ['/number'] });
  await request('PUT', '/v1/stores/vault/policy', { sensitive: ['/pin'] });
  worker = await runWorker({ database, definitions, secretsKey: await loadSecretsKey({ dataFolder }) });
  await create('card', 'test.card');
  await request('POST', '/v1/tasks/card/events/approval', { value: { ...odd, by: 'hidden-event', ok: true } });
  await create('still', 'test.typed');
  await request('POST', '/v1/tasks/still/pause', { reason: 'it does not move' });
  const ended = await request('GET', '/v1/tasks/card?waitInMs=20000');
  expect(ended.body, ended.text).toMatchObject({ status: 'succeeded' });
  await request('PUT', '/v1/stores/vault/policy', { sensitive: ['/pin', '/late'] }); // also of what a step read before
});
afterAll(() => worker.stop());

const run = '/v1/tasks/card/history/1';
const inputs = ['hidden-number', 'hidden-pin'];
const values = 'includeInput=true&includeOutput=true';
const card = ['hidden-number', 'hidden-output', 'hidden-pin'];
const stored = ['hidden-entry', 'hidden-later', 'hidden-store-wide'];

/** Every read that can show a sensitive value, and the values that it shows to a caller who may see them. */
const reads: [path: string, shown: string[]][] = [
  ['/v1/tasks/card', card],
  ['/v1/tasks/child', ['hidden-child-output']],
  ['/v1/tasks/still', inputs],
  ['/v1/tasks?maxPageSize=10', []],
  [`/v1/tasks?maxPageSize=10&${values}`, ['hidden-child-output', ...card]],
  [`/v1/tasks?search=card&${values}`, card],
  ['/v1/tasks/card/completion', card],
  [`/v1/tasks/card/history?${values}`, card],
  [run, card],
  [`${run}/steps`, ['hidden-child-output', 'hidden-event', 'hidden-step', ...stored]],
  [`${run}/steps/0`, ['hidden-step']],
  [`${run}/steps/1`, ['hidden-event']],
  [`${run}/steps/2`, []],
  [`${run}/steps/3`, ['hidden-child-output']],
  [`${run}/steps/4`, stored],
  [`${run}/steps/5`, stored],
  ['/v1/tasks/card/events', ['hidden-event']],
  ['/v1/events', ['hidden-event']],
  ['/v1/statistics', []],
  ['/v1/stores/vault/entries', stored],
  ['/v1/stores/vault/entries/card', stored],
  ['/v1/stores/vault/versions/card?includeValue=true', stored],
  ['/v1/stores/vault/version/1/card', stored],
  ['/v1/stores/vault/access/card', []],
  [`${run}/logs`, []],
  ['/v1/event-waits', []],
  ['/v1/queues', []],
];
const hiddenIn = (text: string) => [...new Set(text.match(/hidden-[a-z-]+/g))].sort();

describe('a read shows each sensitive value to a caller who may see it, and a marker to another', () => {
  test.for(reads)('GET %s', async ([path, shown]) => {
    const seen = await request('GET', path);
    expect([seen.status, hiddenIn(seen.text)]).toEqual([200, shown.toSorted()]);
    const unseen = await request('GET', path, undefined, blind);
    expect([unseen.status, hiddenIn(unseen.text)]).toEqual([200, []]);
    expect(unseen.text.split('{"$redacted":true}').length - 1).toBe(seen.text.match(/hidden-/g)?.length ?? 0);
    expect(seen.text + unseen.text).not.toContain('global-value');
  });
});

test('a stream of changes tells ids, no values', async () => {
  const watching = await fetch(`${service.url}/v1/watch`, { headers: { authorization: `Bearer ${service.allKey}` } });
  const reader = watching.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  await create('watched', 'test.typed');
  while (!text.includes('"watched"')) text += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  expect(text).not.toMatch(/hidden-|global-value/);
});

test('actions answer redacted too, and the audit trail holds no value', async () => {
  for (const action of ['resume', 'pause', 'cancel']) {
    const answer = await request('POST', `/v1/tasks/still/${action}`, { reason: action }, blind);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toContain('$redacted');
    expect(answer.text).not.toContain('hidden-');
  }
  for (const [action, body] of [
    ['rerun', {}],
    ['cancel', {}],
    ['history/1/fork', { fromSequence: 2 }],
  ] as const) {
    const answer = await request('POST', `/v1/tasks/card/${action}`, body, blind);
    expect([answer.status, hiddenIn(answer.text)], answer.text).toEqual([200, []]);
    expect(answer.text).toContain('$redacted');
  }
  const audit = await request('GET', '/v1/audit?maxPageSize=1000');
  expect(audit.text).toContain('"RerunTask"');
  expect(audit.text).not.toMatch(/hidden-|global-value/);
});

test('a creation answers secrets as values to who has secrets/read, as references to others', async () => {
  const input = { ...odd, key: { $secret: 'TOKEN' }, hash: 'hidden' };
  const body = { type: 'test.echo', input, sensitive: ['/input/hash'] };
  const seen = await request('POST', '/v1/tasks', body);
  expect(seen.body).toMatchObject({ input: { key: 'global-value', hash: 'hidden' } });
  const unseen = await request('POST', '/v1/tasks', body, blind);
  expect(unseen.body).toMatchObject({ input: { key: { $secret: 'TOKEN' }, hash: { $redacted: true } } });
  const { id } = seen.body as { id: string };
  const read = await request('GET', `/v1/tasks/${id}`);
  expect(read.body).toMatchObject({ input: { key: { $secret: 'TOKEN' } } });
  const half = await service.key('tasks/create', 'secrets/read', 'secrets/use');
  const answer = await request('POST', '/v1/tasks', body, half);
  expect(answer.body).toMatchObject({ input: { key: 'global-value', hash: { $redacted: true } } });
});

test('reading and saving keeps what the caller could not see, and nobody uncovers it by changing the pointers', async () => {
  await create('kept', 'test.typed');
  const { body } = await request('GET', '/v1/tasks/kept', undefined, blind);
  const { input } = body as { input: object };
  const same = await request('PATCH', '/v1/tasks/kept', { input }, blind);
  expect(same.status, same.text).toBe(200);
  expect(same.text).not.toContain('hidden-');
  for (const changed of [{ ...input, more: 1 }, { more: 1 }]) {
    const refused = await request('PATCH', '/v1/tasks/kept', { input: changed }, blind);
    expect(refused).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  }
  const saved = await request('PATCH', '/v1/tasks/kept', { input: { ...input, more: 1 } });
  expect(saved.status, saved.text).toBe(200);
  await request('POST', '/v1/tasks/kept/cancel');
  for (const path of ['rerun', 'history/1/fork']) {
    const stolen = { input: { ...input, url: 'https://thief.example' }, ...(path !== 'rerun' && { fromSequence: 0 }) };
    const refused = await request('POST', `/v1/tasks/kept/${path}`, stolen, blind);
    expect([path, refused.status]).toEqual([path, path === 'rerun' ? 403 : 400]); // it has no steps to fork from
  }
  const rerun = await request('POST', '/v1/tasks/kept/rerun');
  expect(rerun.body).toMatchObject({ input: { pin: 'hidden-pin', card: { number: 'hidden-number' }, more: 1 } });

  const uncover = await request('PATCH', '/v1/tasks/kept', { sensitive: ['/input/other'] }, blind);
  expect(uncover).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  const lookAlike = (body as { sensitive: string[] }).sensitive.map((pointer) => pointer.replace('/number', '/num'));
  expect((await request('PATCH', '/v1/tasks/kept', { sensitive: lookAlike }, blind)).status).toBe(403);
  const cover = (body as { sensitive: string[] }).sensitive;
  const more = await request('PATCH', '/v1/tasks/kept', { sensitive: [...cover, '/input/more'] }, blind);
  expect(more.status, more.text).toBe(200);
  const wider = await request(
    'PATCH',
    '/v1/tasks/kept',
    { sensitive: ['/input', '/output', '/steps/charge~1card', '/events/approval'] },
    blind,
  );
  expect(wider.status, wider.text).toBe(200);
  for (const pointer of ['/headers/x', '/steps', '/events', '/error/message', '/inputs/a', '/inputs']) {
    const given = { sensitive: [pointer] };
    const update = await request('PATCH', '/v1/tasks/kept', given);
    const made = await request('POST', '/v1/tasks', { type: 'test.echo', ...given });
    expect([pointer, update.status, made.status]).toEqual([pointer, 400, 400]);
  }
  const marked = await request('POST', '/v1/tasks', {
    type: 'test.echo',
    sensitive: ['/error', '/steps/a/b', '/input/x'],
  });
  expect(marked.status, marked.text).toBe(201);
});

test('who cannot see the results that a fork keeps cannot give it another input, which could send them elsewhere', async () => {
  const fork = (body: object) => request('POST', `${run}/fork`, body, blind);
  const other = { pin: 1, card: { number: 2 }, url: 'https://thief.example' };
  for (const fromSequence of [1, 2, 4, 5])
    expect(await fork({ fromSequence, input: other })).toMatchObject({
      status: 403,
      body: { code: 'InsufficientScope', detail: expect.stringContaining('the hidden result of step 1') },
    });
  const { input } = (await request('GET', run, undefined, blind)).body as { input: object };
  for (const body of [{ fromSequence: 1, input }, { fromSequence: 1 }, { fromSequence: 0, input: other }]) {
    const forked = await fork(body);
    expect(forked.status, forked.text).toBe(200);
    await request('POST', '/v1/tasks/card/cancel');
  }
});

test('nor while the fork keeps a child and reads its hidden output again', async () => {
  await request('POST', '/v1/tasks', { type: 'test.parent', id: 'parent', input: 'here' });
  expect((await request('GET', '/v1/tasks/parent?waitInMs=20000')).body).toMatchObject({ status: 'succeeded' });
  const fork = (fromSequence: number, input: string, token = blind) =>
    request('POST', '/v1/tasks/parent/history/1/fork', { fromSequence, input }, token);
  expect(await fork(1, 'https://thief.example')).toMatchObject({
    status: 403,
    body: { code: 'InsufficientScope', detail: expect.stringContaining('the hidden result of step 1') },
  });
  for (const [input, token] of [
    ['here', blind],
    ['there', service.allKey],
  ] as const) {
    const forked = await fork(1, input, token);
    expect(forked.status, forked.text).toBe(200);
    expect((await request('GET', '/v1/tasks/parent?waitInMs=20000')).body).toMatchObject({ status: 'succeeded' });
  }
});

test('a right guess of a hidden value gets the same answer as a wrong one', async () => {
  await create('guessed', 'test.typed');
  const key = await service.key('tasks/update', 'tasks/read');
  const guess = (pin: string) => ({
    ...odd,
    pin,
    card: { ...odd, number: 'hidden-number' },
    key: { $secret: 'TOKEN' },
  });
  const answerTo = async (input: object) => {
    const { status, body } = await request('PATCH', '/v1/tasks/guessed', { input }, key);
    return [status, (body as { detail?: string }).detail];
  };
  expect(await answerTo(guess('hidden-pin'))).toEqual(await answerTo(guess('wrong')));
  const { input } = (await request('GET', '/v1/tasks/guessed', undefined, key)).body as { input: object };
  expect((await answerTo(input))[0]).toBe(200);
});
