import { beforeAll, expect, test } from 'vitest';
import { fullScope, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startService } from '../start.ts';
import { adminEmail, adminPassword, startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
let adminId = '';
beforeAll(async () => {
  const list = await service.call('GET', '/v1/operators', { token: service.allKey });
  adminId = (list.body as { value: { id: string }[] }).value[0]?.id ?? '';
});

const change = (id: string, body: object, token = service.allKey) =>
  service.call('PATCH', `/v1/operators/${id}`, { token, body });
const add = (email: string, granted: string[], token = service.allKey) =>
  service.call('POST', '/v1/operators', {
    token,
    body: { email, name: email, password: 'quite long enough', scopes: granted },
  });

test('the last manager cannot be deleted, disabled, or lose the scope, whoever asks', async () => {
  const others = scopes.filter((scope) => scope !== 'operators/manage').map(fullScope);
  const attempts = [
    await service.call('DELETE', `/v1/operators/${adminId}`, { token: service.allKey }),
    await change(adminId, { isDisabled: true }),
    await change(adminId, { scopes: others }),
  ];
  for (const attempt of attempts) expect(attempt).toMatchObject({ status: 409, body: { code: 'LastManager' } });
  const signIn = await service.call('POST', '/v1/sign-in', { body: { email: adminEmail, password: adminPassword } });
  expect(signIn.status).toBe(200);
});

test('of two managers who remove each other at the same time one stays', async () => {
  const second = (await add('second@example.com', [fullScope('operators/manage')])).body as { id: string };
  const answers = await Promise.all([
    service.call('DELETE', `/v1/operators/${second.id}`, { token: service.allKey }),
    change(adminId, { isDisabled: true }),
  ]);
  expect(answers.map((answer) => answer.status).sort()).toContain(409);
  await service.database`update operator set is_disabled = false`;
});

test('nobody grants a scope, or takes over an account with a scope, that they do not have', async () => {
  const manager = await service.key('operators/manage', 'tasks/read');
  expect((await add('ok@example.com', [fullScope('tasks/read')], manager)).status).toBe(201);
  const refused = await add('more@example.com', [fullScope('tasks/delete')], manager);
  expect(refused).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  expect(refused.text).toContain(fullScope('tasks/delete'));
  const made = await add('grown@example.com', [fullScope('audit/read')]);
  const { id } = made.body as { id: string };
  const grown = await change(id, { scopes: [fullScope('audit/read'), fullScope('tasks/delete')] }, manager);
  expect(grown).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
  const attempts = [{ scopes: [] }, { isDisabled: true }, { name: 'x' }, { password: 'a new password' }];
  for (const attempt of attempts) {
    const refused = await change(id, attempt, manager);
    expect(refused, JSON.stringify(attempt)).toMatchObject({ status: 403, body: { code: 'InsufficientScope' } });
    expect(refused.text).toContain(fullScope('audit/read'));
  }
  expect((await service.call('DELETE', `/v1/operators/${id}`, { token: manager })).status).toBe(403);
  const equal = await service.key('operators/manage', 'tasks/read', 'audit/read');
  expect((await change(id, { scopes: [fullScope('tasks/read')] }, equal)).status).toBe(200);
  expect((await service.call('DELETE', `/v1/operators/${id}`, { token: manager })).status).toBe(204);
  const key = await service.call('POST', '/v1/api-keys', {
    token: manager,
    body: { name: 'k', scopes: [fullScope('secrets/read')] },
  });
  expect(key.status).toBe(403);
});

test('an e-mail is taken once, whatever its case', async () => {
  await add('twice@example.com', []);
  expect(await add('Twice@Example.com', [])).toMatchObject({ status: 409, body: { code: 'OperatorAlreadyExists' } });
});

test('services that start together make one first operator', async () => {
  await service.database`delete from operator`;
  const { database, dataFolder } = service;
  const started = await Promise.all(
    [1, 2].map(() => startService({ database, dataFolder, port: 0, logLevel: 'silent' })),
  );
  const [password, ...more] = started.flatMap(({ adminPassword }) => adminPassword ?? []);
  expect(more).toEqual([]);
  const other = started.find(({ adminPassword }) => adminPassword === undefined);
  const answer = await fetch(`${other?.url}/v1/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: adminEmail, password }),
  });
  expect(answer.status).toBe(200);
  await Promise.all(started.map((each) => each.close()));
});

test('an address is one operator, whichever code points its letters are typed with', async () => {
  const [composed, decomposed] = ['ren\u00e9@example.org', 'Rene\u0301@example.org'];
  expect((await add(decomposed, [])).body).toMatchObject({ email: composed });
  expect((await add(composed, [])).status).toBe(409);
  for (const email of [composed, decomposed]) {
    const body = { email, password: 'quite long enough' };
    expect((await service.call('POST', '/v1/sign-in', { body })).status).toBe(200);
  }
});
