import { expect, test } from 'vitest';
import { ConfigError } from './environment.ts';
import { roles } from './roles.ts';
import { readSignInMethods } from './sign-in-providers.ts';

const company = {
  id: 'company',
  name: 'Company',
  issuer: 'https://login.example.com',
  clientId: 'taskdeck',
  clientSecret: 'hunter2',
  roles: { admins: 'Administrator', support: ['tasks/read'] },
};
const read = (providers: unknown, more = {}) =>
  readSignInMethods({ TASKDECK_SIGN_IN_PROVIDERS: JSON.stringify(providers), ...more });

test('without variables operators sign in with a password', () => {
  expect(readSignInMethods({})).toEqual({ providers: [], hasPassword: true });
});

test('a provider has the scopes of its roles and the usual values', () => {
  const { providers, hasPassword } = read([company], { TASKDECK_PASSWORD_SIGN_IN: 'false' });
  expect(hasPassword).toBe(false);
  expect(providers).toEqual([
    {
      ...company,
      scope: 'openid email profile',
      claim: 'groups',
      roles: { admins: roles.at(-1)?.scopes, support: ['tasks/read'] },
      trustsEmail: false,
      algorithm: 'RS256',
    },
  ]);
});

test.each([
  [{ ...company, id: 'credentials' }, '0.id is 1 to 32 characters'],
  [{ ...company, issuer: 'http://login.example.com' }, '0.issuer is an https URL'],
  [{ ...company, scope: 'email' }, '0.scope contains openid'],
  [{ ...company, roles: { a: 'Boss' } }, '0.roles.a is a role (Viewer, State editor, Operator, Administrator)'],
  [{ ...company, roles: { a: ['tasks/read', 'everything'] } }, '0.roles.a is a role'],
  [{ ...company, algorithm: 'none' }, '0.algorithm'],
  [{ ...company, more: 1 }, 'TASKDECK_SIGN_IN_PROVIDERS: 0'],
])('%j is refused, without its secret', (given, message) => {
  expect(() => read([given])).toThrow(message);
  expect(() => read([given])).not.toThrow(/hunter2/);
});

test('two providers cannot be one, and somebody must be able to sign in', () => {
  expect(() => read([company, { ...company, id: 'other' }])).toThrow('the same issuer');
  expect(() => read([company, { ...company, issuer: 'https://other.example.com' }])).toThrow('the same id');
  expect(() => readSignInMethods({ TASKDECK_PASSWORD_SIGN_IN: 'false' })).toThrow(ConfigError);
  expect(() => readSignInMethods({ TASKDECK_PASSWORD_SIGN_IN: 'no' })).toThrow('allowed: true or false');
  expect(() => readSignInMethods({ TASKDECK_SIGN_IN_PROVIDERS: '[' })).toThrow('is not JSON');
});
