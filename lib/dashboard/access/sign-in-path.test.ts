import { expect, it } from 'vitest';
import { safeTarget, signInPath } from './sign-in-path.ts';

it('leads back to where someone was going', () => {
  expect(signInPath('/tasks?status=failed')).toBe('/sign-in?callbackUrl=%2Ftasks%3Fstatus%3Dfailed');
  expect(signInPath('/')).toBe('/sign-in');
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/sign-in?x', '', null])(
  'never leads to %j',
  (target) => expect(safeTarget(target)).toBe('/'),
);
