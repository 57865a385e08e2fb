import { stateLimits } from './state-limits.ts';

/** What is wrong with an id, in words; `undefined` where nothing is. Apart from the contract's check, which brings zod along. */
export function idProblem(id: string): string | undefined {
  if (id === '') return 'Enter an id';
  if (id.length > stateLimits.idCharacters) {
    return `An id has at most ${stateLimits.idCharacters} characters; this one has ${id.length}`;
  }
  if (id === '.' || id === '..') return 'The id cannot be . or ..';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
  if (/[\u0000-\u001f\u007f]/.test(id)) return 'An id cannot contain control characters';
  return id.isWellFormed() ? undefined : 'An id must be well-formed Unicode';
}
