import type { TokenCredential } from '@azure/core-auth';
import type { HttpClient, PipelinePolicy } from '@azure/core-rest-pipeline';
import type { IsolationMode, OperationName } from '#contract';
import type { QueryOf } from './operation-types.ts';

/**
 * Who calls: a credential that gets access tokens (@azure/core-auth), an API key, an access token that is at hand,
 * or `'anonymous'`, which can do no more than sign in.
 */
export type TaskClientCredential = TokenCredential | { key: string } | { accessToken: string } | 'anonymous';

/** Where the client writes what it sent and what came of it; a pino logger is one. */
export type ClientLogger = {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
};

export type RetryOptions = {
  /** Tries after the first; 0 turns retries off. Default 4. */
  maximumRetries?: number;
  /** Delay before the first retry, doubled at each further one, with jitter. Default 100. */
  initialDelayInMs?: number;
  /** No delay is longer; a `Retry-After` beyond it is not waited for. Default 20 000. */
  maximumDelayInMs?: number;
};

export type TaskClientOptions = {
  /** Put before the client's own name in `User-Agent`. */
  userAgentPrefix?: string;
  retry?: RetryOptions;
  /** How long one try may take to be answered whole, beside the wait it asks for: 1 to 2 000 000 000. Default 100 000. */
  requestTimeoutInMs?: number;
  /**
   * How many calls are on their way at a time, each on a connection that is kept; further ones wait in line. Long-polls,
   * uploads, downloads and watches are not counted: each has a connection of its own. Default 128.
   */
  maximumConnections?: number;
  /**
   * Whose stores, entries and locks are meant: everybody's (`shared`, the default) or those of the calling identity alone
   * (`isolated`). Sub-clients have the mode of the client that made them.
   */
  isolation?: IsolationMode;
  /** Plain `http:` beyond this machine; tokens then travel in the clear. Default false. */
  allowInsecureConnection?: boolean;
  /** What a `TokenCredential` is asked for. Default `Data/Taskdeck.Orchestration/.default`. */
  tokenScopes?: string[];
  /** Nothing is logged without one. Bodies, tokens and free text are never logged. */
  logger?: ClientLogger;
  /** The transport; by default Node's `http` and `https` with connections kept alive. */
  httpClient?: HttpClient;
  /** Policies of your own: once per call, or once per try. */
  additionalPolicies?: { policy: PipelinePolicy; position: 'perCall' | 'perRetry' }[];
};

/** What every operation takes last. */
export type OperationOptions = {
  /** Ends the operation at once, with an `AbortError`, whatever it is doing. */
  abortSignal?: AbortSignal | undefined;
};

/** What operations take that POST: a repeated key returns the first answer (24 h). By default each call has its own. */
export type PostOptions = OperationOptions & { idempotencyKey?: string | undefined };

/** `ifMatch`: an etag; the change is refused with `PreconditionFailed` when it is no longer the present one. */
export type ConditionalOptions = OperationOptions & { ifMatch?: string | undefined };

/** Of a change that is both done once for its key and conditional. */
export type ConditionalPostOptions = ConditionalOptions & PostOptions;

/** The query of an operation together with the options of every operation. */
export type QueryOptions<Name extends OperationName> = QueryOf<Name> & OperationOptions;
