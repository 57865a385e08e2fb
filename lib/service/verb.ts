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

/** What a verb returns: the answer's body; for a pageable list its page; for events or bytes the stream. */
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

/** A request whose caller may make it and whose parts have been parsed by the contract's schemas. */
export type Call<Params = unknown, Query = unknown, Body = unknown> = {
  params: Params;
  query: Query;
  body: Body;
  caller: Caller;
  /** Whether the caller has an optional scope. */
  may(scope: Scope): boolean;
  /** Notes for the audit trail that the answer shows the values at these pointers of a record. */
  noteShown(target: string, pointers: readonly string[]): void;
  /** The one entity tag of `If-Match`, quoted; `undefined` without the header or with `*`. */
  ifMatch: string | undefined;
  /** `If-Match: *`: what is acted on must be there. */
  mustExist: boolean;
  /** `If-None-Match: *`: what is acted on must not be there. */
  mustNotExist: boolean;
  /** Whose names the call means: `''` everybody's, else the caller's own. */
  namespace: string;
  /** Bytes that come with the request, to be read as they come. */
  content: Content | undefined;
  isHead: boolean;
  requestHeaders: IncomingHttpHeaders;
  /** Set by the verb of a PUT: it created what the path names, so the answer is 201. */
  hasCreated: boolean;
  /** Headers that the answer has besides those of every answer. */
  answerHeaders: Record<string, string>;
  idempotency: { key: string; bodyHash: string } | undefined;
  /** Where the request came from. */
  address: string;
  /** Aborts when the caller has left or the service stops. */
  signal(): AbortSignal;
  /** Asks again whether the token is good and has the operation's scopes: what a long answer does now and then. */
  stillAllowed(): Promise<boolean>;
  /** What the request is about, for its audit record. */
  subject: Subject;
  /** What the audit record says beside the operation; never a value. */
  note: {
    detail?: string;
    target?: string;
    /** Where the answer shows sensitive values to a caller who may read them. */
    revealed?: { target: string; pointers: readonly string[] }[];
    caller?: Pick<Caller, 'kind' | 'id' | 'name'>;
    /** It was a part of a change that leaves its record when it is whole. */
    isPart?: boolean;
  };
};

/** One operation's doing: scope, parsing, audit and answer are the table's and the mount's. */
export type Verb<Name extends OperationName> = (
  service: Service,
  call: Call<ParamsOf<Name>, QueryOf<Name>, BodyOf<Name>>,
) => Promise<AnswerOf<Name>>;
