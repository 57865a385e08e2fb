import { expect, it } from 'vitest';
import { fullScope, readOnlyScopes, roles, scopes } from '#contract';
import { roleName } from './roles.ts';

it('names the role that has exactly these scopes', () => {
  for (const role of roles) {
    expect(roleName(role.scopes)).toBe(role.name);
    expect(roleName(role.scopes.map(fullScope).reverse())).toBe(role.name);
  }
});

it('counts the scopes of all others', () => {
  expect(roleName([])).toBe('0 scopes');
  expect(roleName(['tasks/read'])).toBe('1 scope');
  expect(roleName([...readOnlyScopes, 'secrets/use'])).toBe(`${readOnlyScopes.length + 1} scopes`);
  expect(roleName(scopes.slice(1))).toBe(`${scopes.length - 1} scopes`);
});
