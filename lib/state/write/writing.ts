import type { Transaction } from '#database';
import type { MutationOutcome, StateMutation } from './mutation.ts';
import type { PreparedMutation } from './prepared.ts';

/** The one way through to the stores for all that writes. */
export type StateWriting = {
  /** Does what needs no lock: sizes, schema, policy, the store's row. Outside of any transaction. */
  prepare(mutations: readonly StateMutation[]): Promise<Prepared>;
  /**
   * Judges and writes in the caller's transaction: mutations in order, also several of one entry. Refusals are answers,
   * not errors, and leave the transaction usable. May throw PostgreSQL's 40001 or 40P01: the whole is to be tried again.
   */
  write(transaction: Transaction, prepared: Prepared): Promise<MutationOutcome[]>;
  /** As `write`, in one statement that is its own transaction; `undefined` where it takes more than one. */
  writeAtOnce(prepared: Prepared): Promise<MutationOutcome[] | undefined>;
};

/** What `prepare` made of mutations: only `write` looks into it. */
export type Prepared = readonly PreparedMutation[];
