import { expect, it } from 'vitest';
import { operationWords } from './operation-words.ts';

it('reads as words', () => {
  expect(operationWords('CancelTask')).toBe('Cancel task');
  expect(operationWords('CreateApiKey')).toBe('Create API key');
  expect(operationWords('SignIn')).toBe('Sign in');
});
