import type { Mutant } from './mutant.ts';

/** A mutant for tests, with the fields that they need. */
export function mutantOf(given: Partial<Mutant>): Mutant {
  return {
    id: '0',
    room: 'state/write',
    file: 'lib/state/write/commit.ts',
    line: 10,
    column: 1,
    endLine: 10,
    start: 0,
    end: 1,
    kind: 'EqualityOperator',
    original: 'a < b',
    replacement: 'a <= b',
    ...given,
  };
}
