import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stateId } from '#contract';
import { idProblem } from './entry-id.ts';

test.each([
  ['', 'Enter an id'],
  ['..', 'The id cannot be . or ..'],
  ['a\u0007', 'An id cannot contain control characters'],
  ['\ud800', 'An id must be well-formed Unicode'],
  ['x'.repeat(513), 'An id has at most 512 characters; this one has 513'],
  ['a//b/ ü%..😀"', undefined],
])('the id %j: %s', (id, problem) => expect(idProblem(id)).toBe(problem));

test('any id is judged as the service judges it', () => {
  const id = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('.', '/', '\u0000', '\u007f', '\u0085', '\ud800', 'a') }),
    fc.integer({ min: 510, max: 514 }).map((length) => 'x'.repeat(length)),
  );
  fc.assert(
    fc.property(id, (one) => {
      expect(idProblem(one) === undefined, one).toBe(stateId.safeParse(one).success);
    }),
  );
});
