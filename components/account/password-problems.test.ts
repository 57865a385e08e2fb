import { expect, test } from 'vitest';
import { passwordProblems } from './password-problems.ts';

test('a refusal is shown at the field that it is about', () => {
  expect(passwordProblems({ code: 'InvalidCredentials', detail: 'x' })).toEqual({
    current: 'The current password is wrong.',
  });
  const errors = [{ pointer: '/newPassword', message: 'it is the current password' }];
  expect(passwordProblems({ code: 'InvalidRequest', detail: 'x', errors })).toEqual({
    next: 'It is the current password.',
  });
  expect(passwordProblems({ code: 'TooManyRequests', detail: 'Wait.' })).toEqual({ general: 'Wait.' });
  expect(passwordProblems({ code: 'Unreachable', detail: 'x' }).general).toContain('not known whether');
});
