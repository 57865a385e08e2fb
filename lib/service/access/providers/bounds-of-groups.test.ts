import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignInResponse } from '#contract';
import { type Issuer, startIssuer } from '../../testing/issuer.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let issuer: Issuer;
let service: TestService;

beforeAll(async () => {
  issuer = await startIssuer();
  const bounds = { admins: {}, billing: { types: ['billing.*'] } };
  const providers = [{ ...issuer.config, bounds }];
  service = await startTestService({ signIn: { providers, hasPassword: true } });
});
afterAll(async () => {
  await service.close();
  await issuer[Symbol.asyncDispose]();
});

/** Signs a person in. Resolves with what they are told of themselves. */
async function identityOf(sub: string, groups: string[]) {
  const idToken = await issuer.sign({ sub, email: `${sub}@example.com`, groups, jti: crypto.randomUUID() });
  const { body, text, status } = await service.call('POST', '/v1/sign-in/provider', {
    body: { provider: 'company', idToken },
  });
  expect(status, text).toBe(200);
  const { accessToken: token } = body as SignInResponse;
  return (await service.call('GET', '/v1/identity', { token })).body as { bounds?: object };
}

test('a person has the bounds of a group from the first sign-in on, and those of another at a later one', async () => {
  expect((await identityOf('ada', ['billing'])).bounds).toEqual({ types: ['billing.*'] });
  expect((await identityOf('ada', ['billing', 'admins'])).bounds).toBeUndefined();
  expect((await identityOf('ada', ['others'])).bounds).toEqual({ types: [], queues: [], stores: [] });
});

test('bounds that the provider decides on are not changed in the settings', async () => {
  await identityOf('bea', ['billing']);
  const [row] = await service.database<{ id: string }[]>`select id from operator where email = 'bea@example.com'`;
  const body = { bounds: { types: ['*'] } };
  const answer = await service.call('PATCH', `/v1/operators/${row?.id}`, { token: service.allKey, body });
  expect(answer.body).toMatchObject({
    code: 'InvalidRequest',
    detail: expect.stringContaining('/bounds: the sign-in provider "company" decides on it'),
  });
});
