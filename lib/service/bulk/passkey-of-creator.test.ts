import { expect, test } from 'vitest';
import type { BulkOperation } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { insertOperator, startTestService } from '../testing/test-service.ts';

const service = started(
  () =>
    startTestService({
      dashboardUrl: 'http://localhost:3000',
      passkeyScopes: new Set(['secrets/manage']),
    }),
  'close',
);

test('it stops when its creator has lost the passkey that their scopes need', async () => {
  const [email, password] = ['ada@example.com', 'a password of one person'];
  const id = await insertOperator(service.database, {
    ...{ email, name: 'Ada', password },
    scopes: ['tasks/read', 'tasks/create', 'tasks/update', 'secrets/manage'],
  });
  const { body } = await service.call('POST', '/v1/sign-in', { body: { email, password } });
  const { accessToken: token } = body as { accessToken: string };
  await service.database`
    insert into passkey (operator_id, credential_id, public_key, counter, transports, name)
    values (${id}, 'ada', '\\x00', 0, '{}', 'a laptop')`;
  const ids = ['a', 'b', 'c', 'd'];
  for (const one of ids)
    await service.call('POST', '/v1/tasks', { token, body: { id: one, type: 'test.echo', queue: 'idle' } });
  const request = { action: { kind: 'update', priority: 7 }, selection: { ids }, tasksPerSecond: 1 };
  const made = await service.call('POST', '/v1/bulk-operations', { token, body: request });
  expect(made.status, made.text).toBe(201);
  const path = `/v1/bulk-operations/${(made.body as BulkOperation).id}`;
  const operation = async () => (await service.call('GET', path, { token: service.allKey })).body as BulkOperation;
  await expect.poll(async () => (await operation()).succeeded, { timeout: 10_000 }).toBeGreaterThan(0);
  await service.database`delete from passkey where operator_id = ${id}`;
  await expect
    .poll(operation, { timeout: 10_000 })
    .toMatchObject({ status: 'stopped', endReason: `${email} needs a passkey and has none any more.` });
});
