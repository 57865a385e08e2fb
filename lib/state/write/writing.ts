import type { Transaction } from '#database';
import type { MutationOutcome, StateMutation } from './mutation.ts';
import type { PreparedMutation } from './prepared.ts';

/** The functions through which all writes to the stores go. */
export type StateWriting = {
  /** Does the work that needs no lock: sizes, schema, policy, the store's row. Runs outside of any transaction. */
  prepare(mutations: readonly StateMutation[]): Promise<Prepared>;
  /** Whether `prepare` may take long for a mutation with so many characters of JSON, so that others should not wait. */
  isSlowToPrepare(mutation: StateMutation, length: number): boolean;
  /**
   * Checks the values of a prepared mutation in which markers stand for stored values, without locks. `write` then
   * throws `StateChangedError` when an entry has changed since.
   */
  checkMarked(prepared: PreparedMutation): Promise<PreparedMutation>;
  /**
   * Checks and writes the mutations in order within the caller's transaction, also several on one entry. Refusals are
   * results, not errors, and leave the transaction usable. May throw PostgreSQL's 40001 or 40P01: the caller then
   * repeats the whole.
   */
  write(transaction: Transaction, prepared: Prepared): Promise<MutationOutcome[]>;
  /**
   * Like `write`, in a single statement that is its own transaction. Resolves with `undefined` when one statement is
   * not enough.
   */
  writeAtOnce(prepared: Prepared): Promise<MutationOutcome[] | undefined>;
};

/** The result of `prepare`. Only `write` reads it. */
export type Prepared = readonly PreparedMutation[];
