import { expect, test } from 'vitest';
import { scopes } from '#contract';
import { usableScopes } from './usable-scopes.ts';

test('with bounds, scopes of operations about the whole deployment open nothing', () => {
  expect(usableScopes(scopes, undefined)).toEqual(scopes);
  const left = usableScopes(scopes, { types: ['billing.*'] });
  expect(left).toEqual(expect.arrayContaining(['tasks/read', 'audit/read', 'operators/manage', 'sensitive/read']));
  expect(left).not.toContain('deployment/read');
  expect(left).not.toContain('secrets/manage');
});
