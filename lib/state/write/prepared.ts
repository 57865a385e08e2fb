import type { ErrorCode, ProblemDetail } from '#contract';
import type { KnownStore } from '../stores/stores.ts';
import type { StateMutation, StateOperation } from './mutation.ts';

/** Why an operation was not done. Details point into its input. */
export type Refusal = { code: ErrorCode; message: string; details?: ProblemDetail[] };

/** An operation with what is known of it before the entry is locked. */
export type PreparedOperation = {
  operation: StateOperation;
  /** Its place among the mutations, among the operations of its mutation, and among those of its kind. */
  mutation: number;
  index: number;
  indexOfKind: number;
  /** The JSON text of its value; null where it has none. */
  text: string | null;
  bytes: number;
  /** Its value holds redaction markers, which may stand for what is stored. */
  hasMarkers: boolean;
  /** Why it is refused whatever the entry and the store's policy are. */
  ownRefusal: Refusal | undefined;
  /** Why it is refused whatever the entry is. */
  refusal: Refusal | undefined;
  /** Why it is refused where there is no entry: what it would make of nothing. */
  refusalIfNew?: Refusal | undefined;
  /** Its markers met no entry: there must be none when it is written either. */
  isResolvedAsNew?: boolean;
};

/** A mutation with its store; `undefined` where there is none and none is made by it. */
export type PreparedMutation = {
  mutation: StateMutation;
  store: KnownStore | undefined;
  operations: PreparedOperation[];
};
