import type { Mutant } from './mutant.ts';

/** A mutant that no test needs to notice, with the reason. It still counts as survived. */
type Accepted = Pick<Mutant, 'file' | 'original' | 'replacement'> & { reason: string };

/** Identified by their texts, because line numbers change. */
export const accepted: readonly Accepted[] = [
  {
    file: 'lib/engine/run/stack-frame.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'the first member would be the whole line, which is not read',
  },
  {
    file: 'lib/contract/stringify-in-turns.ts',
    original: 'parts.length > left',
    replacement: 'false',
    reason: 'the walk of the parts finds that they are more than the budget, only later',
  },
  {
    file: 'lib/contract/parse-in-turns.ts',
    original: 'this.#text.length - this.#at < maximumPiece',
    replacement: 'this.#text.length - this.#at <= maximumPiece',
    reason: 'a string that fits into what is left has no end that is too far',
  },
  {
    file: 'lib/contract/json.ts',
    original: String.raw`/\d[\d.]{15}|\d[eE]/g`,
    replacement: String.raw`/\d[\d.]|\d[eE]/g`,
    reason: 'more texts take the exact parser, which reads them alike, only slower',
  },
  {
    file: 'lib/contract/json.ts',
    original: String.raw`/\d[\d.]{15}|\d[eE]/g`,
    replacement: String.raw`/\d[\d.]{15}|\d[^eE]/g`,
    reason: 'more texts take the exact parser; a number of one digit and an exponent is exact in a double',
  },
  {
    file: 'lib/contract/json.ts',
    original: '!mayHoldInexactNumber(text)',
    replacement: 'false',
    reason: 'every text takes the exact parser, which reads it alike, only slower',
  },
  {
    file: 'lib/contract/json.ts',
    original: 'isExactInDoubles(value)',
    replacement: 'false',
    reason: 'every value takes the exact writer, which writes it alike, only slower',
  },
  {
    file: 'lib/contract/json.ts',
    original: 'true',
    replacement: 'false',
    reason: 'more values take the exact writer, which writes them alike, only slower',
  },
  {
    file: 'lib/state/write/write-mutations.ts',
    original: 'a.operation.id > b.operation.id',
    replacement: 'a.operation.id >= b.operation.id',
    reason: 'no entry occurs twice in a round',
  },
  {
    file: 'lib/service/access/authenticate.ts',
    original: '!remembered.has(digest)',
    replacement: 'true',
    reason: 'a full cache forgets one more token, which is looked up again',
  },
  {
    file: 'lib/service/access/providers/provider-client.ts',
    original: "typeof body === 'object'",
    replacement: 'true',
    reason: 'an answer that is no object has none of the members that are read',
  },
];

/** Returns why a mutant may survive, or `undefined`. */
export function acceptedReason({ file, original, replacement }: Mutant): string | undefined {
  const found = accepted.find(
    (one) => one.file === file && one.original === original && one.replacement === replacement,
  );
  return found?.reason;
}
