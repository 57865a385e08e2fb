import { expect, it } from 'vitest';
import { fullScope } from '#contract';
import { rightsAnswered, rightsOf } from './rights.ts';

it('are the same in any order, and as the service names them', () => {
  const rights = rightsOf({ scopes: ['tasks/read', 'logs/read'] });
  expect(rightsOf({ scopes: ['logs/read', 'tasks/read'] })).toBe(rights);
  expect(rightsAnswered({ scopes: [fullScope('logs/read'), fullScope('tasks/read'), 'of/another program'] })).toBe(
    rights,
  );
});

it('differ by a scope and by the bounds', () => {
  const all = [
    rightsOf({ scopes: ['tasks/read'] }),
    rightsOf({ scopes: ['tasks/read', 'logs/read'] }),
    rightsOf({ scopes: ['tasks/read'], bounds: { types: ['billing.*'] } }),
    rightsOf({ scopes: ['tasks/read'], bounds: { queues: ['billing.*'] } }),
  ];
  expect(new Set(all).size).toBe(4);
});
