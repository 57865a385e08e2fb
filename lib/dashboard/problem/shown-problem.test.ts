import { expect, it } from 'vitest';
import { readShownProblem } from './shown-problem.ts';

it('reads what a person is to see, and nothing else', () => {
  const problem = {
    type: 'about:blank',
    code: 'InvalidRequest',
    detail: 'The input is invalid.',
    requestId: 'r1',
    errors: [{ pointer: '/input', message: 'is missing' }, { pointer: 4 }],
  };
  expect(readShownProblem(JSON.stringify(problem))).toEqual({
    code: 'InvalidRequest',
    detail: 'The input is invalid.',
    requestId: 'r1',
    errors: [{ pointer: '/input', message: 'is missing' }],
  });
});

it('makes a sentence of what the service refused: answers to uploads are passed on as they are', () => {
  const problem = { code: 'TooManyRequests', detail: 'a caller may store 9 bytes in an hour' };
  expect(readShownProblem(JSON.stringify(problem))?.detail).toBe('A caller may store 9 bytes in an hour.');
});

it.each(['', '<html>', 'null', '[]', '{"code":"X"}', '{"detail":"x"}', '4'])('knows that %j is none', (text) => {
  expect(readShownProblem(text)).toBeUndefined();
});
