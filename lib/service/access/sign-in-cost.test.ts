import { scrypt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.ts';

// The real function, counted: what a sign-in costs tells nothing about who exists.
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  return { ...real, scrypt: vi.fn(real.scrypt) };
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  for (const email of ['dora@example.org', 'disabled@example.org'])
    await service.call('POST', '/v1/operators', {
      token: service.allKey,
      body: { email, name: 'D', password: 'the right password', scopes: [] },
    });
  await service.database`update operator set is_disabled = true where email = 'disabled@example.org'`;
});
afterAll(() => service.close());
beforeEach(() => {
  vi.mocked(scrypt).mockClear();
});

const answers: Record<string, unknown>[] = [];

test.for([
  ['an unknown name', 'nobody@example.org', 'wrong password'],
  ['a wrong password', 'dora@example.org', 'wrong password'],
  ['the right password of a disabled operator', 'disabled@example.org', 'the right password'],
] as const)('%s gets the same answer for the same work: one hash of full strength', async ([, email, password]) => {
  const answer = await service.call('POST', '/v1/sign-in', { body: { email, password } });
  expect(answer).toMatchObject({ status: 401, body: { code: 'InvalidCredentials' } });
  const { requestId: _, ...body } = answer.body as Record<string, unknown>;
  answers.push(body);
  expect(body).toEqual(answers[0]);
  expect(
    vi.mocked(scrypt).mock.calls.map(([, salt, bytes, cost]) => [Buffer.from(salt as Uint8Array).length, bytes, cost]),
  ).toEqual([[16, 32, { N: 32_768, r: 8, p: 3, maxmem: expect.any(Number) }]]);
});
