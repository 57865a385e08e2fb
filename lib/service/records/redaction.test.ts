import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Scope, scopes } from '#contract';
import { registerType, startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let blind = '';
beforeAll(async () => {
  service = await startTestService();
  const all = scopes.filter((scope): scope is Scope => scope !== 'sensitive/read' && scope !== 'secrets/read');
  blind = await service.key(...all);
  await registerType(service.database, 'test.typed', ['/input/pin']);
  await service.call('PUT', '/v1/secrets/TOKEN', { token: service.allKey, body: { value: 'global-value' } });
  const made = await service.call('POST', '/v1/tasks', {
    token: service.allKey,
    body: {
      type: 'test.typed',
      id: 'card',
      input: { pin: 'hidden-pin', card: { number: 'hidden-number', name: 'Ada' }, key: { $secret: 'TOKEN' } },
      sensitive: ['/input/card/number', '/output/receipt', '/steps/charge~1card/code', '/events/approval/by'],
    },
  });
  expect(made.status, made.text).toBe(201);
  await service.call('POST', '/v1/tasks/card/events/approval', {
    token: service.allKey,
    body: { value: { by: 'hidden-person', ok: true } },
  });
  await service.database`
    insert into step (task_key, run_count, sequence, name, kind, status, output, event_name, started_on, ended_on)
    select key, 1, 0, 'charge/card', 'step'::step_kind, 'succeeded'::step_status, '{"code":"hidden-code","ok":true}'::json, null, now(), now()
    from task where id = 'card'
    union all
    select key, 1, 1, 'approval', 'event', 'succeeded', '{"by":"hidden-person","ok":true}', 'approval', now(), now()
    from task where id = 'card'`;
});
afterAll(() => service.close());

const reads = [
  '/v1/tasks/card',
  '/v1/tasks?maxPageSize=10',
  '/v1/tasks/card/history',
  '/v1/tasks/card/history/1',
  '/v1/tasks/card/history/1/steps',
  '/v1/tasks/card/history/1/steps/0',
  '/v1/tasks/card/history/1/steps/1',
  '/v1/tasks/card/events',
  '/v1/events',
  '/v1/statistics',
];

test.for(reads)('%s shows sensitive values to who may see them, and a marker to who may not', async (path) => {
  const unseen = await service.call('GET', path, { token: blind });
  expect(unseen.status, unseen.text).toBe(200);
  expect(unseen.text).not.toContain('hidden-');
  expect(unseen.text).not.toContain('global-value');
  const seen = await service.call('GET', path, { token: service.allKey });
  expect(seen.text).not.toContain('global-value');
  if (path === '/v1/statistics') return; // whether a task is in it depends on its reason
  expect(unseen.text).toContain('{"$redacted":true}');
  expect(seen.text).toContain('hidden-');
});

test('actions answer redacted too, and the audit trail holds no value', async () => {
  for (const action of ['pause', 'resume', 'cancel']) {
    const answer = await service.call('POST', `/v1/tasks/card/${action}`, { token: blind, body: { reason: action } });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toContain('$redacted');
    expect(answer.text).not.toContain('hidden-');
  }
  const audit = await service.call('GET', '/v1/audit?maxPageSize=1000', { token: service.allKey });
  expect(audit.text).not.toMatch(/hidden-|global-value/);
});

test('a creation answers secrets as values to who has secrets/read, as references to others', async () => {
  const body = { type: 'test.echo', input: { key: { $secret: 'TOKEN' }, hash: 'hidden' }, sensitive: ['/input/hash'] };
  const seen = await service.call('POST', '/v1/tasks', { token: service.allKey, body });
  expect(seen.body).toMatchObject({ input: { key: 'global-value', hash: 'hidden' } });
  const unseen = await service.call('POST', '/v1/tasks', { token: blind, body });
  expect(unseen.body).toMatchObject({ input: { key: { $secret: 'TOKEN' }, hash: { $redacted: true } } });
  const { id } = seen.body as { id: string };
  const read = await service.call('GET', `/v1/tasks/${id}`, { token: service.allKey });
  expect(read.body).toMatchObject({ input: { key: { $secret: 'TOKEN' } } });
});

test('reading and saving keeps what the caller could not see, and nobody uncovers it by changing the pointers', async () => {
  const { body } = await service.call('GET', '/v1/tasks/card', { token: blind });
  const { input } = body as { input: object };
  const saved = await service.call('PATCH', '/v1/tasks/card', { token: blind, body: { input: { ...input, more: 1 } } });
  expect(saved.status, saved.text).toBe(200);
  const rerun = await service.call('POST', '/v1/tasks/card/rerun', { token: service.allKey });
  expect(rerun.body).toMatchObject({ input: { pin: 'hidden-pin', card: { number: 'hidden-number' }, more: 1 } });

  const uncover = await service.call('PATCH', '/v1/tasks/card', {
    token: blind,
    body: { sensitive: ['/input/other'] },
  });
  expect(uncover).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  const cover = (body as { sensitive: string[] }).sensitive;
  const more = await service.call('PATCH', '/v1/tasks/card', {
    token: blind,
    body: { sensitive: [...cover, '/input/more'] },
  });
  expect(more.status, more.text).toBe(200);
});
