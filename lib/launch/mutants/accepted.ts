import type { Mutant } from './mutant.ts';

/** A mutant that no test needs to notice, with the reason. It still counts as survived. */
type Accepted = Pick<Mutant, 'file' | 'original' | 'replacement'> & { reason: string };

/** Identified by their texts, because line numbers change. */
export const accepted: readonly Accepted[] = [
  {
    file: 'lib/state/entries/list/listing.ts',
    original: 'plan !== undefined',
    replacement: 'true',
    reason: 'tells PostgreSQL to go by indexes where it may read the table: slower',
  },
  {
    file: 'lib/state/indexes/plan-by-index.ts',
    original: '{ goesByIndexes: true }',
    replacement: '{}',
    reason: 'lets PostgreSQL read the table where it should go by indexes: slower',
  },
  {
    file: 'lib/engine/worker/held-runs.ts',
    original: 'executions.length === 0',
    replacement: 'false',
    reason: 'asks the database which of no runs are lost',
  },
  {
    file: 'lib/engine/worker/admit-keyed.ts',
    original: 'performance.now() >= place.roundUntil',
    replacement: 'true',
    reason: 'reads all live runs at once again, finds that they are too many again, and goes round the keys as before',
  },
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
    file: 'lib/state/entries/list/listing.ts',
    original: 'modifiedBefore !== undefined',
    replacement: 'false',
    reason: 'the entries are found by a walk, the same ones, only slower',
  },
  {
    file: 'lib/state/entries/list/list-flat.ts',
    original: 'plan === undefined || plan.isNarrow',
    replacement: 'false',
    reason: 'the search goes on in smaller steps and finds the same',
  },
  {
    file: 'lib/state/entries/list/list-flat.ts',
    original: 'searched === 0',
    replacement: 'true',
    reason: 'whether there is a store is read once more; where anything was searched, there is one',
  },
  {
    file: 'lib/state/blobs/open-blob.ts',
    original: '{ cause: error }',
    replacement: '{}',
    reason: 'only the log tells the cause',
  },
  {
    file: 'lib/state/versions/restore.ts',
    original: 'receipt !== undefined',
    replacement: 'true',
    reason: 'an undefined member is not written, and a restore that was done has a receipt',
  },
  {
    file: 'lib/state/versions/version-row.ts',
    original: "table === 'state_entry'",
    replacement: 'true',
    reason: 'what is taken for expired is looked at again before it is ended',
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
  {
    file: 'lib/state/write/receipt.ts',
    original: 'Array.isArray(entries) && entries.length > mostEntries',
    replacement: 'false',
    reason: 'the schema refuses it too, after it has looked at each part',
  },
  {
    file: 'lib/state/write/commit.ts',
    original: '!needsTransaction',
    replacement: 'false',
    reason: 'the same is written in a transaction of several statements, only slower',
  },
  {
    file: 'lib/service/access/refresh-session.ts',
    original: 'count > 0',
    replacement: 'false',
    reason: 'the successor of the token is found as for one who came second, the same one',
  },
];

/** Returns why a mutant may survive, or `undefined`. */
export function acceptedReason({ file, original, replacement }: Mutant): string | undefined {
  const found = accepted.find(
    (one) => one.file === file && one.original === original && one.replacement === replacement,
  );
  return found?.reason;
}
