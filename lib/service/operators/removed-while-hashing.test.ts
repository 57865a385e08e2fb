import { expect, test } from 'vitest';
import { fullScope, scopes } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { insertOperator, startTestService } from '../testing/test-service.ts';

const service = started(startTestService, 'close');
const password = 'quite long enough';

/** More than are hashed at once, so that the last one waits for the others. */
const many = Array.from({ length: 8 }, (_, index) => index);

async function manager(email: string) {
  const id = await insertOperator(service.database, { email, name: email, password, scopes });
  const { body } = await service.call('POST', '/v1/sign-in', { body: { email, password } });
  return { id, token: (body as { accessToken: string }).accessToken };
}

const remove = (id: string) => service.call('DELETE', `/v1/operators/${id}`, { token: service.allKey });

test('who is deleted while a password is hashed makes no operator with it', async () => {
  const { id, token } = await manager('maker@example.com');
  const making = many.map((index) =>
    service.call('POST', '/v1/operators', {
      token,
      body: { email: `made-${index}@example.com`, name: 'made', password, scopes: [fullScope('operators/manage')] },
    }),
  );
  expect((await remove(id)).status).toBe(204);
  const answers = await Promise.all(making);
  expect(answers.filter(({ status }) => status !== 201)).toMatchObject([
    ...answers.filter(({ status }) => status !== 201).map(() => ({ status: 401 })),
  ]);
  expect(answers.at(-1)?.status).toBe(401);
  const made = await service.database`select from operator where name = 'made'`;
  expect(made.length).toBe(answers.filter(({ status }) => status === 201).length);
});

test('who is deleted while a password is hashed gives it to nobody', async () => {
  const { id, token } = await manager('giver@example.com');
  const targets = await Promise.all(
    many.map((index) =>
      insertOperator(service.database, { email: `target-${index}@example.com`, name: 'target', password, scopes: [] }),
    ),
  );
  const giving = targets.map((target) =>
    service.call('PATCH', `/v1/operators/${target}`, { token, body: { password: 'another that is long' } }),
  );
  expect((await remove(id)).status).toBe(204);
  expect((await Promise.all(giving)).at(-1)?.status).toBe(401);
});
