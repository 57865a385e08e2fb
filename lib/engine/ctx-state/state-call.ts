import type { StateAccess } from '#contract';
import type { Transaction } from '#database';
import type { MutationOutcome, StateMutation } from '#state';
import type { HeldRun, StepEntry } from '../run/journal-entry.ts';

/** A call of `ctx.state` that is committed with its step's row. */
export type StateCall = {
  readonly run: HeldRun;
  readonly entry: StepEntry;
  readonly operation: CommittedOperation;
};

/**
 * The operation that a state step commits. A completed read is only recorded. A change or an upload is made in the same
 * transaction.
 */
export type CommittedOperation =
  | { readonly kind: 'read'; readonly answer: StateAnswer }
  | {
      readonly kind: 'change';
      /** The length of the written values, in characters of JSON. */
      readonly length: number;
      readonly mutation: StateMutation;
      answerOf(outcome: MutationOutcome): StateAnswer;
    }
  | {
      /** A change that is more than a mutation. It is reverted when its answer is `failed`. */
      readonly kind: 'upload';
      perform(transaction: Transaction): Promise<StateAnswer>;
    };

/** The outcome of a state step. JSON is text. */
export type StateAnswer = {
  status: 'succeeded' | 'failed';
  output: string | null;
  error: string | null;
  /** The attempts of the step with this one, where it has several or one that failed. */
  attempts: string | null;
  accesses: readonly AccessedEntry[];
};

export type AccessedEntry = { storeName: string; id: string; access: StateAccess; version: number | null };
