import type { StateAccess } from '#contract';
import type { Transaction } from '#database';
import type { MutationOutcome, StateMutation } from '#state';
import type { HeldRun, StepEntry } from '../run/journal-entry.ts';

/** A call of `ctx.state` that is to be committed with the row of its step. */
export type StateCall = {
  readonly run: HeldRun;
  readonly entry: StepEntry;
  readonly operation: CommittedOperation;
};

/** What a state step commits: a read that was done is only recorded, a change or upload is made in the same transaction. */
export type CommittedOperation =
  | { readonly kind: 'read'; readonly answer: StateAnswer }
  | {
      readonly kind: 'change';
      /** Of what it writes, in characters of JSON. */
      readonly length: number;
      readonly mutation: StateMutation;
      answerOf(outcome: MutationOutcome): StateAnswer;
    }
  | {
      /** A change that is more than a mutation: what it wrote is taken back where its answer is `failed`. */
      readonly kind: 'upload';
      perform(transaction: Transaction): Promise<StateAnswer>;
    };

/** How a state step ended. JSON is text. */
export type StateAnswer = {
  status: 'succeeded' | 'failed';
  output: string | null;
  error: string | null;
  accesses: readonly AccessedEntry[];
};

export type AccessedEntry = { storeName: string; id: string; access: StateAccess; version: number | null };
