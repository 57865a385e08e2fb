import type { ErrorCode, ProblemDetail } from '#contract';
import type { KeptRecord } from '#database';
import type { KnownStore } from '../stores/stores.ts';
import { mayUncover, type StateMutation, type StateOperation } from './mutation.ts';

/** Why an operation was refused. Details have pointers into its input. */
export type Refusal = { code: ErrorCode; message: string; details?: ProblemDetail[] };

/** An operation with what is known of it before its entry is locked. */
export type PreparedOperation = {
  operation: StateOperation;
  /** Its position among the mutations, among the operations of its mutation, and among those of its kind. */
  mutation: number;
  index: number;
  indexOfKind: number;
  /** The JSON text of its value, or null without a value. */
  text: string | null;
  bytes: number;
  /** Whether its value has redaction markers, which may stand for stored values. */
  hasMarkers: boolean;
  /** A refusal that depends neither on the entry nor on the store's policy. */
  ownRefusal: Refusal | undefined;
  /** A refusal that does not depend on the entry. */
  refusal: Refusal | undefined;
  /** The refusal when there is no entry, because of the entry that would be created. */
  refusalIfNew?: Refusal | undefined;
  /** What its schema says of the value with its markers resolved, found without a lock. */
  checked?: CheckedValue | undefined;
  /** Whether it was judged without an entry. There must be none when it is written either. */
  isJudgedAsNew?: boolean;
};

/** A check of the value that markers stood for with this version of the entry, none for a new one, and of the policy. */
type CheckedValue = { version: number | undefined; policyVersion: number; refusal: Refusal | undefined };

/** A mutation with its store, or `undefined` when there is none and the mutation creates none. */
export type PreparedMutation = {
  mutation: StateMutation;
  store: KnownStore | undefined;
  operations: PreparedOperation[];
  /** The audit record that is kept when the mutation is written by one statement. Only for an atomic mutation. */
  record?: KeptRecord | undefined;
};

/** Whether the entries of a mutation have to be locked and read before it is written, so that it may have to be repeated. */
export function readsEntries({ mutation, operations }: PreparedMutation): boolean {
  return operations.some((one) => one.hasMarkers || mayUncover(mutation, one.operation));
}

/** Returns mutations that were prepared apart as if they had been prepared together. */
export function joined(apart: readonly PreparedMutation[]): PreparedMutation[] {
  return apart.map((prepared, at) => ({
    ...prepared,
    operations: prepared.operations.map((one) => ({ ...one, mutation: at })),
  }));
}
