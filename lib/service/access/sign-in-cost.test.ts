import { scrypt } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { TurnsByNetwork } from '../callers/turns-by-network.ts';
import { startTestService } from '../testing/test-service.ts';

// The real function, counted: what a sign-in costs tells nothing about who exists.
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  return { ...real, scrypt: vi.fn(real.scrypt) };
});

const service = started(startTestService, 'close');
beforeAll(async () => {
  for (const email of ['dora@example.org', 'disabled@example.org'])
    await service.call('POST', '/v1/operators', {
      token: service.allKey,
      body: { email, name: 'D', password: 'the right password', scopes: [] },
    });
  await service.database`update operator set is_disabled = true where email = 'disabled@example.org'`;
});
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

test('of a flood from one network, two sign-ins are checked, 16 wait and the others are refused; known ones go first', async () => {
  await service.database`delete from sign_in_throttle`;
  const ends: (() => void)[] = [];
  vi.mocked(scrypt).mockImplementation((...given) => {
    const done: unknown = given.at(-1);
    ends.push(() => typeof done === 'function' && done(null, Buffer.alloc(32)));
  });
  const statuses: number[] = [];
  const signIn = async (email: string) => {
    const { status } = await service.call('POST', '/v1/sign-in', { body: { email, password: 'wrong password' } });
    statuses.push(status);
  };
  const flood = Array.from({ length: 25 }, (_, at) => signIn(`${at}@example.org`));
  await expect.poll(() => statuses, { timeout: 15_000 }).toEqual(Array.from({ length: 7 }, () => 429));
  const counted = await service.database`
    select substr(subject, 1, 5) as kind, sum(failures)::int as failures from sign_in_throttle group by 1 order by 1`;
  const checked = ['accou', 'addre', 'pair:'].map((kind) => ({ kind, failures: 18 }));
  expect(counted, 'what was not checked is no failure').toEqual(checked);
  await service.database`
    insert into sign_in_network (operator_id, network)
    select o.id, substr(t.subject, length('address:') + 1) from operator o, sign_in_throttle t
    where o.email = 'dora@example.org' and t.subject like 'address:%'`;
  const asked = vi.spyOn(TurnsByNetwork.prototype, 'run');
  const known = signIn('dora@example.org');
  await expect.poll(() => asked.mock.calls.map(([, , place]) => place), { timeout: 15_000 }).toContain('beforeAll');
  const salts = () => vi.mocked(scrypt).mock.calls.map(([, salt]) => Buffer.from(salt as Uint8Array).toString('hex'));
  const [ofNobody] = salts();
  const begin = () => {
    for (const end of ends.splice(0)) end();
    return statuses.length;
  };
  await expect.poll(begin, { timeout: 15_000 }).toBe(26);
  await Promise.all([...flood, known]);
  expect(salts().findIndex((salt) => salt !== ofNobody)).toBeLessThan(18);
  expect(statuses.filter((status) => status === 401)).toHaveLength(19);
});
