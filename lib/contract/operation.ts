import type { z } from 'zod';
import type { ApprovalKind } from './approval-kind.ts';
import type { ErrorCode } from './error-status.ts';
import type { Scope } from './scopes.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Shape = Record<string, z.ZodType>;

/**
 * The answer of a retry is the first answer, which the service keeps. When that was lost with the process that gave it:
 * `task`: the task of the path as it is now; `now`: what the change acted on as it is now; `done`: nothing, as the answer
 * has no body. `stored`: it is not lost, as it is what the change's transaction returns, and is committed with it.
 * `creation`: the engine keeps the key with the task it created. `upload`: the key is kept with the upload that it began.
 */
export type Replay = 'task' | 'now' | 'done' | 'stored' | 'creation' | 'upload';

/** What the audit trail says that an operation acted on. */
export const auditTargetKinds = [
  'task',
  'bulkOperation',
  'store',
  'state',
  'blob',
  'lock',
  'operator',
  'apiKey',
  'secret',
  'errorGroup',
  'alert',
  'reveal',
  'view',
  'approval',
  'quota',
  'valueIndex',
] as const;

/** What the audit record of an operation says beside who, when, from where and the outcome. */
export type AuditRule = {
  kind: (typeof auditTargetKinds)[number];
  /** The id of the target: each `{name}` is a path parameter, or a field of the body or the answer. */
  target?: string;
  /** What its detail names, in words for the OpenAPI document. Never a value. */
  detail?: string;
};

/** A JSON body, with an example of it for the OpenAPI document. */
type Body = { body: z.ZodType; example: object } | { body?: never; example?: never };

/** One operation of the API, used by server, client, OpenAPI document and tests. */
export type Operation = Body & {
  /** Summary in the OpenAPI document. */
  summary: string;
  /** The resource: the tag in the OpenAPI document and the folder of the handler. */
  resource: string;
  method: HttpMethod;
  /** The path, with `{name}` for each path parameter. */
  path: `/v1/${string}`;
  /** Required scopes, all of them. `'anonymous'` needs no token, `'authenticated'` any valid token. */
  scopes: readonly Scope[] | 'anonymous' | 'authenticated';
  /** Allowed for an operator who still has a generated password, or needs a passkey and has none. */
  isOpenBeforePasswordChange?: true;
  /** Allowed for an operator who needs a passkey and has none: what adds one. */
  isOpenBeforePasskey?: true;
  /** Allowed for a caller that has stored as many bytes as it may, and not counted: what raises that limit. */
  isOpenBeyondBytes?: true;
  /**
   * Asks a signed-in person for a fresh proof of who they are: always, or only to delete more than one thing. Programs
   * with an API key are not asked.
   */
  needsFreshProof?: 'always' | 'toDeleteMany';
  /**
   * How it keeps callers with bounds to what lies inside them. `nothing`: it tells of no task, store or person but the
   * caller. `task` and `store`: it is about the one that its path names, which is checked before. `verb`: the function
   * that performs it narrows what it reads and changes. `refused`: it is about all of them, and callers with bounds are
   * refused.
   */
  bounded: 'nothing' | 'task' | 'store' | 'verb' | 'refused';
  /**
   * The kind under which a deployment can make it wait for a second person. `bulk-delete`: only calls that delete more
   * than one thing, or one thing after the other.
   */
  needsApproval?: ApprovalKind;
  /** Scopes that add data to the answer. */
  optionalScopes?: readonly Scope[];
  params?: Shape;
  query?: z.ZodType;
  /** Whether the body is optional. */
  isBodyOptional?: boolean;
  /** The answer's body. Without it, the answer is 204. */
  output?: z.ZodType;
  /** The status of success, when it is neither 200 nor (without output) 204. */
  status?: 201;
  /** A PUT that answers 201 when it created what the path names, and 200 when it replaced it (RFC 9110, 9.3.4). */
  mayCreate?: true;
  /**
   * May be answered by a replica of the database, a little behind it; the answer then says by how much (`dataAgeInMs`).
   * One for named items is not: who names them has just heard of a change.
   */
  mayLag?: true;
  /** Accepts `If-Match`. */
  isConditional?: true;
  /** The media type of the answer, when it is not JSON. */
  mediaType?: 'text/event-stream' | 'application/octet-stream';
  /** The media type of the body, when it is not JSON. The handler reads its bytes as a stream. */
  bodyMediaType?: 'application/octet-stream' | 'application/offset+octet-stream';
  /**
   * Accepts multipart/form-data too, with the parts `input` (the JSON body), `options` (JSON of this schema, optional)
   * and `blob` (a file, streamed), in this order.
   */
  multipart?: z.ZodType;
  /** Accepts `If-None-Match` and answers 304 when the entity tag is the same. */
  isRevalidatable?: true;
  /** Uses the headers of tus 1.0. */
  protocol?: 'tus';
  /** The last path parameter is the rest of the path, including slashes. */
  hasRestPath?: true;
  /**
   * Accepts `Taskdeck-Isolation`, which makes names private to the caller, and `Taskdeck-Namespace`, which makes them those
   * of another owner.
   */
  isIsolable?: true;
  /** A POST without an `Idempotency-Key` that may be sent again: doing it twice does no harm. */
  isRepeatable?: true;
  /**
   * Takes a place among the reads of its owner, as every GET that answers with JSON: a short request of it looks at many
   * records, or is answered with stored values, which can be large.
   */
  takesTurn?: true;
  /** A member of the body that works once: with it, doing it again fails. */
  spends?: string;
  /** The codes that it fails with, beside those that follow from its shape (see `errorsOf` of the service). */
  errors?: readonly ErrorCode[];
  /** What a retry with the same `Idempotency-Key` is answered; without it the operation takes no key. */
  replay?: Replay;
  /** The audit record that a change leaves; everything that changes something has one. */
  audit?: AuditRule;
};

/** Returns the status of success. A PUT that creates, or an answer that says so by itself, has another one. */
export function successStatus({ status, output }: Pick<Operation, 'status' | 'output'>): number {
  return status ?? (output === undefined ? 204 : 200);
}

/** Operations by name. */
export type OperationTable = Readonly<Record<string, Operation>>;
