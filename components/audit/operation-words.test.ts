import { expect, it } from 'vitest';
import { operationWords, withReadableSizes } from './operation-words.ts';

it('reads as words', () => {
  expect(operationWords('CancelTask')).toBe('Cancel task');
  expect(operationWords('CreateApiKey')).toBe('Create API key');
  expect(operationWords('SignIn')).toBe('Sign in');
});

it('shows sizes with units', () => {
  expect(withReadableSizes('120000000 bytes')).toBe('114 MiB');
  expect(withReadableSizes('complete with 812 bytes')).toBe('complete with 812 B');
  expect(withReadableSizes('v12 of bytes')).toBe('v12 of bytes');
});
