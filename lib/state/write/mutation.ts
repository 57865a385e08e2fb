import type { JsonValue, ParsedStateInput, ProblemDetail, StateFailure, StateResponse, StateWriter } from '#contract';
import type { StoreAddress } from '../records.ts';

/** Assigns a finished blob to an entry. Its row of `blob` must have been inserted in the same transaction. */
export type BlobChange = {
  /** The key of the blob. `null` removes the entry's blob. */
  key: string | null;
  contentLength: number;
  /** Whether it may replace another blob. Otherwise `BlobAlreadyExists`. */
  mayReplace: boolean;
  /** The entity tag of the replaced blob. */
  ifMatch?: string | undefined;
};

/** Creates or replaces an entry. An omitted field keeps its value, or gets the default in a new entry. */
export type UpsertOperation = {
  kind: 'upsert';
  id: string;
  /** When omitted, an existing entry keeps its value. */
  value?: JsonValue | undefined;
  /** The JSON text of `value`, if it is known. */
  text?: string | undefined;
  /** The value of a new entry. Without it and without `value`, a new entry is refused with `StateNotFound`. */
  valueIfNew?: JsonValue | undefined;
  hasBlob?: boolean | undefined;
  contentType?: string | undefined;
  tags?: Record<string, string> | undefined;
  sensitive?: readonly string[] | undefined;
  ttlInSeconds?: number | undefined;
  /** The expiry as a time, instead of `ttlInSeconds`. A time in the past means no expiry. */
  expiresOn?: string | undefined;
  ifMatch?: string | undefined;
  /** Only creates. An existing entry is refused with 409 `StateAlreadyExists`. */
  isNew?: boolean | undefined;
  blob?: BlobChange | undefined;
};

type DeleteOperation = { kind: 'delete'; id: string; ifMatch?: string | undefined };
export type StateOperation = UpsertOperation | DeleteOperation;

/** Operations on one store that share a change number, and when atomic succeed or fail together. */
export type StateMutation = {
  address: StoreAddress;
  /** The kind of change that the new versions record. */
  change: 'save' | 'upload' | 'restore' | 'undo';
  /**
   * Whether all succeed or none. Otherwise each is judged separately, in order. An atomic mutation has each id once.
   */
  isAtomic: boolean;
  operations: readonly StateOperation[];
  writer: StateWriter;
  /** The writer brings back earlier values and may not see what is hidden in them. */
  isUnseen?: boolean;
  /** The writer may not see what is hidden, so no save may remove a sensitive pointer of an entry. */
  keepsMarks?: boolean;
};

/** How entries are saved. `keepsMarks`: as in `StateMutation`. */
export type SaveOptions = Pick<StateMutation, 'keepsMarks'>;

/** Whether an operation replaces the sensitive pointers of an entry for a writer who may not make anything visible. */
export function mayUncover({ keepsMarks }: Pick<StateMutation, 'keepsMarks'>, operation: StateOperation): boolean {
  return keepsMarks === true && operation.kind === 'upsert' && operation.sensitive !== undefined;
}

/** The outcome of an operation. `previousVersion` is absent when there was no entry. */
export type OperationOutcome =
  | { kind: 'saved'; state: StateResponse; previousVersion?: number }
  /** `version` is the version of the deletion, absent when there was nothing to delete. */
  | { kind: 'deleted'; id: string; version?: number; previousVersion?: number }
  | { kind: 'refused'; failure: StateFailure; details?: ProblemDetail[] }
  /** Another operation of its atomic mutation was refused. */
  | { kind: 'heldBack' };

/** The outcomes in the order of the operations, with a receipt when something was written. */
export type MutationOutcome = { outcomes: OperationOutcome[]; failures: StateFailure[]; receipt?: string };

/** Returns the operation of an input. */
export function upsertOf(input: ParsedStateInput): UpsertOperation {
  const { id, value, hasBlob, contentType, tags, sensitive, ttlInSeconds, ifMatch, ifNoneMatch } = input;
  return {
    kind: 'upsert',
    id,
    value,
    hasBlob,
    contentType,
    tags,
    sensitive,
    ttlInSeconds,
    ifMatch,
    isNew: ifNoneMatch !== undefined,
  };
}
