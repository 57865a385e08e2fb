import { beforeAll, describe, expect, test } from 'vitest';
import type { Bounds } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
/** Keys bounded by types, by queues and by both. */
const tokens = { types: '', queues: '', both: '' };

beforeAll(async () => {
  const bounds = { types: ['billing.*'], queues: ['billing-*'] };
  tokens.types = await service.boundedKey({ types: bounds.types });
  tokens.queues = await service.boundedKey({ queues: bounds.queues });
  tokens.both = await service.boundedKey(bounds);
  for (const [id, type, queue] of [
    ['inside', 'billing.run', 'billing-a'],
    ['outside', 'mail.send', 'mail'],
  ] as const) {
    await service.database`
      insert into task (id, type, queue, priority, created_by, modified_by) values (${id}, ${type}, ${queue}, 0, 'a', 'a')`;
    await service.database`
      insert into error_group (id, type, error_name, first_seen_on, last_seen_on, last_task_key, last_run_count, heat)
      select ${id}, type, 'Error', now(), now(), key, 1, 0 from task where id = ${id}`;
    await service.database`insert into error_fingerprint (fingerprint, group_id) values (${id}, ${id})`;
    await service.database`
      insert into error_place (fingerprint, type, queue, last_on) values (${id}, ${type}, ${queue}, now())`;
  }
});

const call = (method: string, path: string, body?: object, by = service.allKey) =>
  service.call(method, path, { token: by, ...(body && { body }) });
const channels = [{ kind: 'webhook', url: 'https://hooks.example.com/a', signingKey: 'a key of some length' }];
const create = (condition: object, by?: string) =>
  call('POST', '/v1/alerts', { name: 'an alert', condition, channels }, by);
const idOf = async (condition: object) => ((await create(condition)).body as { id: string }).id;
const listed = async (by: string) =>
  ((await call('GET', '/v1/alerts', undefined, by)).body as { value: { id: string }[] }).value.map(({ id }) => id);

const rate = { percent: 50, windowInMs: 60_000, minimumEnds: 1 };
const wait = { afterInMs: 1_000 };
/** Conditions, and who may see and have them. */
const conditions: [condition: object, allowed: (keyof typeof tokens)[]][] = [
  [{ kind: 'cause' }, []],
  [{ kind: 'cause', type: 'billing.*' }, ['types']],
  [{ kind: 'cause', type: 'bill*' }, []],
  [{ kind: 'cause', group: 'inside' }, ['types', 'queues', 'both']],
  [{ kind: 'cause', group: 'outside' }, []],
  [{ kind: 'cause', group: 'none' }, []],
  [{ kind: 'failure', type: 'billing.run' }, ['types']],
  [{ kind: 'failure', type: '*' }, []],
  [{ kind: 'failureRate', type: 'mail.send', ...rate }, []],
  [{ kind: 'failureRate', queue: 'billing-a', ...rate }, ['queues']],
  [{ kind: 'queueWait', ...wait }, []],
  [{ kind: 'queueWait', queue: 'billing-*', ...wait }, ['queues']],
  [{ kind: 'noWorker', queue: 'mail', ...wait }, []],
  [{ kind: 'overdue', type: 'billing.r*', ...wait }, ['types']],
  [{ kind: 'overdue', task: 'inside', ...wait }, ['types', 'queues', 'both']],
  [{ kind: 'task', task: 'inside', when: 'ends' }, ['types', 'queues', 'both']],
  [{ kind: 'task', task: 'outside', when: 'ends' }, []],
  [{ kind: 'task', task: 'none', when: 'ends' }, []],
  [{ kind: 'workerLost', worker: 'billing' }, []],
  [{ kind: 'scheduleMissed', ...wait }, []],
  [{ kind: 'scheduleMissed', task: 'outside', type: 'billing.run', ...wait }, []],
];

test.for(conditions)(
  '%j is made, seen and changed by who reaches all that it tells of',
  async ([condition, allowed]) => {
    const id = await idOf(condition);
    for (const [name, by] of Object.entries(tokens)) {
      const isAllowed = allowed.some((one) => one === name);
      const made = await create(condition, by);
      expect([name, made.status]).toEqual([name, isAllowed ? 201 : 403]);
      if (!isAllowed)
        expect(made.body).toMatchObject({ code: 'OutsideBounds', detail: expect.stringContaining('allowed') });
      expect((await call('POST', '/v1/alert-previews', { condition }, by)).status).toBe(isAllowed ? 200 : 403);
      expect((await listed(by)).includes(id)).toBe(isAllowed);
      for (const path of ['', '/deliveries'])
        expect((await call('GET', `/v1/alerts/${id}${path}`, undefined, by)).status).toBe(isAllowed ? 200 : 404);
      expect((await call('PATCH', `/v1/alerts/${id}`, { name: 'new' }, by)).status).toBe(isAllowed ? 200 : 404);
      expect((await call('POST', `/v1/alerts/${id}/test`, undefined, by)).status).toBe(isAllowed ? 201 : 404);
      if (!isAllowed) expect((await call('DELETE', `/v1/alerts/${id}`, undefined, by)).status).toBe(204);
    }
    expect((await call('GET', `/v1/alerts/${id}`)).status).toBe(200);
    expect((await call('DELETE', `/v1/alerts/${id}`, undefined, tokens[allowed[0] ?? 'both'])).status).toBe(204);
    expect((await call('GET', `/v1/alerts/${id}`)).status).toBe(allowed.length === 0 ? 200 : 404);
  },
);

describe('an alert whose condition is changed', () => {
  test('does not reach outside', async () => {
    const id = ((await create({ kind: 'failure', type: 'billing.run' }, tokens.types)).body as { id: string }).id;
    const moved = await call('PATCH', `/v1/alerts/${id}`, { condition: { kind: 'failure', type: '*' } }, tokens.types);
    expect(moved.body).toMatchObject({ status: 403, code: 'OutsideBounds' });
    expect(moved.text).toContain('types within billing.*');
  });

  test('tells callers with bounds nothing of what it told before', async () => {
    const id = await idOf({ kind: 'failure', type: 'mail.send' });
    await call('POST', `/v1/alerts/${id}/test`);
    await service.database`update alert_notice set subjects = '[{"id": "mail.send", "count": 1}]'`;
    await call('PATCH', `/v1/alerts/${id}`, { condition: { kind: 'failure', type: 'billing.run' } });
    await call('POST', `/v1/alerts/${id}/test`);
    const deliveries = async (by?: string) => (await call('GET', `/v1/alerts/${id}/deliveries`, undefined, by)).text;
    expect((await deliveries()).match(/"noticeId"/g)).toHaveLength(2);
    const told = await deliveries(tokens.types);
    expect(told.match(/"noticeId"/g)).toHaveLength(1);
    expect(told).not.toContain('mail.send');
  });
});

test('bounds of stores alone hide no alert', async () => {
  const bounds: Bounds = { stores: ['billing'] };
  const id = await idOf({ kind: 'workerLost' });
  expect(await listed(await service.boundedKey(bounds))).toContain(id);
});
