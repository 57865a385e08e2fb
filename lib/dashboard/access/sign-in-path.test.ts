import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeTarget, signInPath } from './sign-in-path.ts';

it('leads back to where someone was going', () => {
  expect(signInPath('/tasks?status=failed')).toBe('/sign-in?callbackUrl=%2Ftasks%3Fstatus%3Dfailed');
  expect(signInPath('/tasks/a//b?at=//c#d')).toBe('/sign-in?callbackUrl=%2Ftasks%2Fa%2F%2Fb%3Fat%3D%2F%2Fc%23d');
  expect(signInPath('/')).toBe('/sign-in');
});

it.each([
  '//evil.example',
  '//evil.example/tasks',
  '/\\evil.example',
  '/.//evil.example/',
  '/tasks/..//evil.example/',
  '/tasks/%2e%2e//evil.example/',
  '/\t/evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'tasks',
  '/sign-in?x',
  '',
  null,
  undefined,
])('never leads to %j', (target) => expect(safeTarget(target)).toBe('/'));

it('never leads to another origin, whatever is asked for', () => {
  const part = fc.constantFrom('/', '\\', '.', '..', '%2e', 'a', 'evil.example', ':', '@', '?', '#', '\t', '\n', ' ');
  const target = fc.oneof(
    fc.string(),
    fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
  );
  fc.assert(
    fc.property(target, (asked) => {
      const safe = safeTarget(asked);
      expect(safe.startsWith('/')).toBe(true);
      expect(new URL(safe, 'https://tasks.example.com/sign-in').origin).toBe('https://tasks.example.com');
    }),
    { numRuns: 2_000 },
  );
});
