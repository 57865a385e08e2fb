import type { TokenCredential } from '@azure/core-auth';
import type { HttpClient, PipelinePolicy } from '@azure/core-rest-pipeline';
import type { IsolationMode, OperationName } from '#contract';
import type { QueryOf } from './operation-types.ts';

/**
 * The caller's credential: a `TokenCredential` (@azure/core-auth), an API key, an access token, or `'anonymous'`, which
 * can only sign in.
 */
export type TaskClientCredential = TokenCredential | { key: string } | { accessToken: string } | 'anonymous';

/** A logger for requests and their results, such as pino's. What it throws is ignored: a call does not fail by it. */
export type ClientLogger = {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
};

export type RetryOptions = {
  /** Number of retries after the first try. 0 turns retries off. Default 4. */
  maximumRetries?: number;
  /** Delay before the first retry in milliseconds, doubled for each further one, with jitter. Default 100. */
  initialDelayInMs?: number;
  /** Maximum delay in milliseconds. A longer `Retry-After` is not waited for. Default 20 000. */
  maximumDelayInMs?: number;
};

export type TaskClientOptions = {
  /** Text before the client's name in `User-Agent`. */
  userAgentPrefix?: string;
  retry?: RetryOptions;
  /** Time limit of one try in milliseconds, in addition to a requested wait: 1 to 2 000 000 000. Default 100 000. */
  requestTimeoutInMs?: number;
  /**
   * Maximum number of calls in flight, each on a kept-alive connection. Further calls wait. Long polls, uploads,
   * downloads and watches are not counted and use separate connections. Default 128.
   */
  maximumConnections?: number;
  /** Maximum length of an answer in bytes, after it is unpacked. Downloads of blobs have no limit. Default 128 MiB. */
  maximumAnswerBytes?: number;
  /**
   * Whether stores, entries and locks are shared by all callers (`shared`, the default) or private to the caller
   * (`isolated`). Sub-clients inherit it.
   */
  isolation?: IsolationMode;
  /**
   * The owner whose isolated stores and locks the client reads and changes, as `listNamespaces` names it, such as
   * `account:importer`. Needs `namespaces/manage`. Sub-clients inherit it. Not together with `isolation: 'isolated'`.
   */
  namespace?: string;
  /** Allows plain `http:` to other machines, which sends tokens unencrypted. Default false. */
  allowInsecureConnection?: boolean;
  /** The scope requested from a `TokenCredential`. Default `Data/Taskdeck.Orchestration/.default`. */
  tokenScopes?: string[];
  /** Without it, nothing is logged. Bodies, tokens and free text are never logged. */
  logger?: ClientLogger;
  /** The transport. Default: Node's `http` and `https` with kept-alive connections. */
  httpClient?: HttpClient;
  /** Additional policies, once for each call or once for each try. */
  additionalPolicies?: { policy: PipelinePolicy; position: 'perCall' | 'perRetry' }[];
};

/** Options of every operation. */
export type OperationOptions = {
  /** Ends the operation at once with an `AbortError`. A blocking form checks it only before it begins. */
  abortSignal?: AbortSignal | undefined;
  /**
   * Time limit of the whole call in milliseconds, with its retries and waits: 1 to 2 000 000 000. Then it fails with
   * `RequestTimedOut`. It bounds both forms. A list has this time for each page, a download until
   * its last byte is read. Default: none.
   */
  timeoutInMs?: number | undefined;
};

/**
 * Options of operations that POST. A repeated key returns the first answer for 24 hours. By default each call has a new
 * key.
 */
export type PostOptions = OperationOptions & { idempotencyKey?: string | undefined };

/** `ifMatch`: the required etag. The change fails with `PreconditionFailed` when the etag has changed. */
export type ConditionalOptions = OperationOptions & { ifMatch?: string | undefined };

/** Options of a change with an idempotency key and a condition. */
export type ConditionalPostOptions = ConditionalOptions & PostOptions;

/** The query of an operation with the options of every operation. */
export type QueryOptions<Name extends OperationName> = QueryOf<Name> & OperationOptions;
