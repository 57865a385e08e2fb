import { expect, test } from 'vitest';
import type { Scope } from '#contract';
import { actorOf, anonymous, identityOf, ownerOf } from './caller.ts';

test('callers and owners of different kinds are different, also with the same id', () => {
  const id = 'ci';
  const owners = (['operator', 'serviceAccount', 'external', 'nobody'] as const).map((kind) =>
    ownerOf({ owner: { kind, id, name: 'CI' } }),
  );
  expect(owners).toEqual(['operator:ci', 'account:ci', 'external:ci', 'anonymous:ci']);
  expect(identityOf({ ...anonymous, kind: 'apiKey', id })).toBe('apiKey:ci');
  expect([identityOf(anonymous), ownerOf(anonymous), anonymous.scopes.size]).toEqual(['anonymous:', 'anonymous:', 0]);
});

test('the engine is told which values a caller may keep and use', () => {
  const caller = { name: 'a key', owner: { kind: 'operator' as const, id: '1', name: 'ada' } };
  const actor = (...scopes: Scope[]) => actorOf({ caller, may: (scope) => scopes.includes(scope) });
  const named = { name: 'a key', owner: 'operator:1' };
  expect(actor('sensitive/read')).toEqual({ ...named, readsSensitive: true, usesSecrets: false });
  expect(actor('secrets/use')).toEqual({ ...named, readsSensitive: false, usesSecrets: true });
});
