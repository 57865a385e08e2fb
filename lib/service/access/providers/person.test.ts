import { describe, expect, test } from 'vitest';
import { type SignInProvider, TaskdeckError } from '#contract';
import { valuesOf } from '../external-token.ts';
import { nameOf, profileOf, scopesOfClaims } from './person.ts';

const provider: SignInProvider = {
  ...{ id: 'company', name: 'Company', issuer: 'https://company.example', clientId: 'taskdeck', scope: 'openid' },
  ...{ clientSecret: undefined, claim: 'groups', trustsEmail: false, algorithm: 'RS256' },
  roles: { ops: ['tasks/update', 'tasks/read'], readers: ['tasks/read'] },
};
const ann = { sub: 'ann' };

describe('the scopes of a person', () => {
  test('are those of all groups in the configured claim, each once and in the order of the contract', () => {
    expect(scopesOfClaims({ ...ann, groups: ['readers', 'ops', 'others', 7] }, provider)).toEqual([
      'tasks/read',
      'tasks/update',
    ]);
    expect(scopesOfClaims({ ...ann, groups: 'others readers' }, provider)).toEqual(['tasks/read']);
    expect(scopesOfClaims({ ...ann, roles: ['ops'] }, provider)).toEqual([]);
  });

  test('are none for a group that is named like a member of every object', () => {
    expect(scopesOfClaims({ ...ann, groups: ['constructor', '__proto__', 'toString'] }, provider)).toEqual([]);
  });

  test('include those of everybody', () => {
    const roles = { ...provider.roles, '*': ['locks/read'] as const };
    expect(scopesOfClaims(ann, { ...provider, roles })).toEqual(['locks/read']);
  });
});

describe('the e-mail address of a person', () => {
  const emailOf = (claims: object, trustsEmail = false) =>
    profileOf({ ...ann, ...claims }, { ...provider, trustsEmail }).email;
  const refused = new TaskdeckError(
    'EmailNotVerified',
    'the sign-in provider does not say that the e-mail address is verified',
  );

  test('is the verified one, in lower case', () => {
    expect(emailOf({ email: ' Ann@Example.com ', email_verified: true })).toBe('ann@example.com');
  });

  test.each([
    ['not verified', { email: 'a@b', email_verified: false }],
    ['said to be verified in a text', { email: 'a@b', email_verified: 'true' }],
    ['not said to be verified', { email: 'a@b' }],
    ['missing', { email_verified: true }],
    ['no text', { email: ['a@b'], email_verified: true }],
    ['without a name', { email: '@b', email_verified: true }],
    ['without a host', { email: 'a@', email_verified: true }],
    ['two addresses', { email: 'a@b@c', email_verified: true }],
    ['with a space', { email: 'a b@c', email_verified: true }],
    ['more than the address', { email: 'a@b <c>', email_verified: true }],
    ['with a control character', { email: 'a\u0000@b', email_verified: true }],
    ['with half a character', { email: 'a\ud800@b', email_verified: true }],
    ['too long', { email: `${'a'.repeat(253)}@b`, email_verified: true }],
  ])('is refused when it is %s', (_, claims) => {
    expect(() => emailOf(claims)).toThrow(refused);
  });

  test('may have 254 characters', () => {
    const email = `${'a'.repeat(252)}@b`;
    expect(emailOf({ email, email_verified: true })).toBe(email);
  });

  test('is taken from a trusted provider that says nothing of it, not when it says that it is not verified', () => {
    expect(emailOf({ email: 'a@b' }, true)).toBe('a@b');
    for (const email_verified of [false, 'false', null])
      expect(() => emailOf({ email: 'a@b', email_verified }, true)).toThrow(refused);
  });
});

test('the values of a claim are texts, in a list or between spaces', () => {
  expect(valuesOf(['a', 7, 'b c', null])).toEqual(['a', 'b c']);
  expect(valuesOf('a b')).toEqual(['a', 'b']);
  for (const claim of [undefined, null, 7, { a: 'b' }]) expect(valuesOf(claim)).toEqual([]);
});

test('a person goes by the first name that is one, which has at most 128 characters', () => {
  expect(nameOf({ ...ann, name: ' Ann B ', preferred_username: 'ab' })).toBe('Ann B');
  expect(nameOf({ ...ann, name: 'Ann\u0000\nB\ud800' })).toBe('Ann\ufffd\ufffdB\ufffd');
  expect(nameOf({ ...ann, name: `${'a'.repeat(127)}💥` })).toBe(`${'a'.repeat(127)}\ufffd`);
  expect(nameOf({ ...ann, name: '  ', preferred_username: 'ab' })).toBe('ab');
  expect(nameOf({ ...ann, name: 7, preferred_username: 'ab' })).toBe('ab');
  expect(nameOf(ann)).toBeUndefined();
  expect(nameOf({ ...ann, name: 'x'.repeat(129) })).toHaveLength(128);
  const claims = { ...ann, email: 'a@b', email_verified: true };
  expect([profileOf(claims, provider).name, profileOf({ ...claims, name: 'Ann' }, provider).name]).toEqual([
    'a@b',
    'Ann',
  ]);
});
