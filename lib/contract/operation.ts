import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Shape = Record<string, z.ZodType>;

/**
 * The answer of a retry is the first answer, which the service keeps. When that was lost with the process that gave it:
 * `task`: the task of the path as it is now; `now`: what the change acted on as it is now; `done`: nothing, as the answer
 * has no body; `stored`: the operation is done again. `creation`: the engine keeps the key with the task it created.
 */
export type Replay = 'task' | 'now' | 'done' | 'stored' | 'creation';

/** What the audit trail says that an operation acted on. */
export const auditTargetKinds = ['task', 'store', 'state', 'blob', 'lock', 'operator', 'apiKey', 'secret'] as const;

/** What the audit record of an operation says beside who, when, from where and the outcome. */
export type AuditRule = {
  kind: (typeof auditTargetKinds)[number];
  /** The id of the target: each `{name}` is a path parameter, or a field of the body or the answer. */
  target?: string;
  /** What its detail names, in words for the OpenAPI document. Never a value. */
  detail?: string;
};

/** One operation of the interface: everything that server, client, OpenAPI document and tests know of it. */
export type Operation = {
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** What it belongs to: the tag in the OpenAPI document and the folder of its verb. */
  resource: string;
  method: HttpMethod;
  /** With `{name}` for each path parameter. */
  path: `/v1/${string}`;
  /** All of these are needed; `'anonymous'`: no token needed; `'authenticated'`: any valid token. */
  scopes: readonly Scope[] | 'anonymous' | 'authenticated';
  /** These widen what the answer holds. */
  optionalScopes?: readonly Scope[];
  params?: Shape;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Whether the body may be left out. */
  isBodyOptional?: boolean;
  /** The answer's body; without it the answer is 204. */
  output?: z.ZodType;
  /** Status of success when it is not 200 or, without output, 204. */
  status?: 201;
  /** Takes `If-Match`. */
  isConditional?: true;
  /** The media type of the answer when it is not JSON. */
  mediaType?: 'text/event-stream' | 'application/octet-stream';
  /** The media type of the body when it is not JSON: bytes that the verb reads as they come. */
  bodyMediaType?: 'application/octet-stream' | 'application/offset+octet-stream';
  /**
   * The body may also be multipart/form-data: `input` (the JSON body), `options` (JSON of this schema, may be left out)
   * and `blob` (a file, streamed), in this order.
   */
  multipart?: z.ZodType;
  /** Takes `If-None-Match`: 304 where the answer would have that entity tag. */
  isRevalidatable?: true;
  /** Speaks tus 1.0, by its headers. */
  protocol?: 'tus';
  /** The last path parameter is all the rest of the path, slashes included. */
  hasRestPath?: true;
  /** Takes `Taskdeck-Isolation`: names mean the caller's own things. */
  isIsolable?: true;
  /** A POST without an `Idempotency-Key` that may be sent again: doing it twice does no harm. */
  isRepeatable?: true;
  /** The codes that it fails with, beside those that follow from its shape (see `errorsOf` of the service). */
  errors?: readonly ErrorCode[];
  /** What a retry with the same `Idempotency-Key` is answered; without it the operation takes no key. */
  replay?: Replay;
  /** The audit record that a change leaves; everything that changes something has one. */
  audit?: AuditRule;
};

/** The identity function that keeps each operation's literal types. */
export function defineOperations<const Table extends Record<string, Operation>>(table: Table): Table {
  return table;
}
