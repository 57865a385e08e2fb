import { expect, test } from 'vitest';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { fullScope, parseScope, scopes } from './scopes.ts';

test('a full scope is a scope behind the prefix, and nothing else is', () => {
  for (const scope of scopes) expect(parseScope(fullScope(scope))).toBe(scope);
  const prefix = fullScope('tasks/read').slice(0, -'tasks/read'.length);
  for (const text of [
    'tasks/read',
    prefix,
    `${prefix}tasks`,
    `${prefix}tasks/read/x`,
    `x${prefix}tasks/read`,
    `${'x'.repeat(prefix.length)}tasks/read`,
    '',
  ])
    expect(parseScope(text)).toBeUndefined();
});

test('every scope is one that an operation needs or that adds to its answer', () => {
  const used = Object.values<Operation>(operations).flatMap(({ scopes: needed, optionalScopes = [] }) =>
    typeof needed === 'string' ? optionalScopes : [...needed, ...optionalScopes],
  );
  expect(scopes.filter((scope) => !used.includes(scope))).toEqual([]);
});
