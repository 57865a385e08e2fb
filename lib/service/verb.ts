import type { IncomingHttpHeaders } from 'node:http';
import type { z } from 'zod';
import type { OperationName, Operations, Scope } from '#contract';
import type { Caller } from './access/caller.ts';
import type { Subject } from './audit/subject.ts';
import type { Content } from './http/content.ts';
import type { StreamedAnswer } from './http/stream-answer.ts';
import type { Service } from './service.ts';

type Operation<Name extends OperationName> = Operations[Name];

type ParamsOf<Name extends OperationName> =
  Operation<Name> extends { params: infer Params extends Record<string, z.ZodType> }
    ? { [Key in keyof Params]: z.output<Params[Key]> }
    : Record<never, never>;

type QueryOf<Name extends OperationName> =
  Operation<Name> extends { query: infer Query extends z.ZodType } ? z.output<Query> : Record<never, never>;

type BodyOf<Name extends OperationName> =
  Operation<Name> extends { body: infer Body extends z.ZodType }
    ? Operation<Name> extends { isBodyOptional: true }
      ? z.output<Body> | undefined
      : z.output<Body>
    : undefined;

/** The return value of a verb: the answer's body, a page of a pageable list, or the stream of events or bytes. */
type AnswerOf<Name extends OperationName> =
  Operation<Name> extends { mediaType: 'text/event-stream' }
    ? ReadableStream<Uint8Array>
    : Operation<Name> extends { mediaType: 'application/octet-stream' }
      ? StreamedAnswer
      : Operation<Name> extends { output: infer Output extends z.ZodType }
        ? z.output<Output> extends infer Page extends { value: unknown[]; nextLink?: string | undefined }
          ? Omit<Page, 'nextLink'> & { continuationToken?: string }
          : z.output<Output>
        : undefined;

/** An authorised request whose parts are parsed by the contract's schemas. */
export type Call<Params = unknown, Query = unknown, Body = unknown> = {
  params: Params;
  query: Query;
  body: Body;
  caller: Caller;
  /** Returns whether the caller has an optional scope. */
  may(scope: Scope): boolean;
  /** Notes for the audit trail that the answer shows the values at these pointers of a record. */
  noteShown(target: string, pointers: readonly string[]): void;
  /** The entity tag of `If-Match`, quoted. `undefined` without the header or with `*`. */
  ifMatch: string | undefined;
  /** `If-Match: *`: the target must exist. */
  mustExist: boolean;
  /** `If-None-Match: *`: the target must not exist. */
  mustNotExist: boolean;
  /** The namespace of the names in the call: `''` is shared by all, any other is of its owner: the caller, or whom `Taskdeck-Namespace` names. */
  namespace: string;
  /** Bytes of the request, to be read as they arrive. */
  content: Content | undefined;
  isHead: boolean;
  requestHeaders: IncomingHttpHeaders;
  /** Set by the verb of a PUT: it created what the path names, so the answer is 201. */
  hasCreated: boolean;
  /** Additional headers of the answer. */
  answerHeaders: Record<string, string>;
  idempotency: { key: string; bodyHash: string } | undefined;
  /** The address that the request came from. */
  address: string;
  requestId: string;
  /** Aborts when the caller has left or the service stops. */
  signal(): AbortSignal;
  /**
   * Takes a place among the reads of the owner, for an operation that has waited. Returns a promise when the place is not
   * there at once. What was read before is then dropped: what waits for its turn takes no memory.
   */
  turn(): Promise<void> | undefined;
  /** Does work in a turn of the owner, for a change that takes one only then. The request has the turn until it is answered. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Does work that waits, so that another request has the turn of this one meanwhile. */
  outOfTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Checks again that the token is valid and has the operation's scopes. Long answers call it regularly. */
  stillAllowed(): Promise<boolean>;
  /** The target of the request, for its audit record. */
  subject: Subject;
  /** Additions to the audit record. They never contain a value. */
  note: {
    detail?: string;
    target?: string;
    /** Where the answer shows sensitive values to a caller who may read them. */
    revealed?: { target: string; pointers: readonly string[] }[];
    caller?: Pick<Caller, 'kind' | 'id' | 'name'>;
    /** The owner of the isolated names that the call is about, where `Taskdeck-Namespace` named one. */
    namespace?: string;
    /** Who granted the call, with the id of the request. */
    grantedBy?: string;
    /** The call is part of a change that is recorded once when it is complete. */
    isPart?: boolean;
  };
};

/** Performs one operation. Scopes, parsing, audit and answer come from the table. */
export type Verb<Name extends OperationName> = (
  service: Service,
  call: Call<ParamsOf<Name>, QueryOf<Name>, BodyOf<Name>>,
) => Promise<AnswerOf<Name>>;

/** The verbs of all operations. */
export type Verbs = { [Name in OperationName]: Verb<Name> };
