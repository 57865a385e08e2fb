import type { JsonValue, ParsedStateInput, ProblemDetail, StateFailure, StateResponse, StateWriter } from '#contract';
import type { StoreAddress } from '../records.ts';

/** How a finished blob becomes an entry's. Its row of `blob` must have been inserted in the same transaction. */
export type BlobChange = {
  /** Of the blob; `null` takes away the one that the entry has. */
  key: string | null;
  contentLength: number;
  /** Whether it may take the place of another blob; else `BlobAlreadyExists`. */
  mayReplace: boolean;
  /** The entity tag of the blob that it replaces. */
  ifMatch?: string | undefined;
};

/** Makes or replaces an entry. What is left out stays as it was, or is the default of a new one. */
export type UpsertOperation = {
  kind: 'upsert';
  id: string;
  /** Left out: an entry that exists keeps its own. */
  value?: JsonValue | undefined;
  /** The JSON text of `value`, where it is known already. */
  text?: string | undefined;
  /** For an entry that does not exist; without it and without `value`, `StateNotFound`. */
  valueIfNew?: JsonValue | undefined;
  hasBlob?: boolean | undefined;
  contentType?: string | undefined;
  tags?: Record<string, string> | undefined;
  sensitive?: readonly string[] | undefined;
  ttlInSeconds?: number | undefined;
  /** Instead of `ttlInSeconds`: this very time; never where it has passed. */
  expiresOn?: string | undefined;
  ifMatch?: string | undefined;
  /** Create only: 409 `StateAlreadyExists`. */
  isNew?: boolean | undefined;
  blob?: BlobChange | undefined;
};

export type DeleteOperation = { kind: 'delete'; id: string; ifMatch?: string | undefined };
export type StateOperation = UpsertOperation | DeleteOperation;

/** Operations on one store that share a change number, and a fate when they are atomic. */
export type StateMutation = {
  address: StoreAddress;
  /** What makes the new versions. */
  change: 'save' | 'upload' | 'restore' | 'undo';
  /** All or nothing; else each by itself, in order. An atomic one has each id once. */
  isAtomic: boolean;
  operations: readonly StateOperation[];
  writer: StateWriter;
};

/** What became of an operation. `previousVersion` is left out where there was no entry. */
export type OperationOutcome =
  | { kind: 'saved'; state: StateResponse; previousVersion?: number }
  /** `version` is the deletion's own, left out where there was nothing to delete. */
  | { kind: 'deleted'; id: string; version?: number; previousVersion?: number }
  | { kind: 'refused'; failure: StateFailure; details?: ProblemDetail[] }
  /** Others of its atomic mutation were refused. */
  | { kind: 'heldBack' };

/** Outcomes in the order of the operations; a receipt where something was written. */
export type MutationOutcome = { outcomes: OperationOutcome[]; failures: StateFailure[]; receipt?: string };

/** The operation that an input asks for. */
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
