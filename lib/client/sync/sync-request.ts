import type { PageSettings } from '@azure/core-paging';
import type { TaskResponse } from '#contract';
import type { TaskClientCredential, TaskClientOptions } from '../options.ts';
import type { WireError, WireValue } from './sync-wire.ts';

/** The clients that have synchronous forms. */
export type SyncTarget = 'tasks' | 'state' | 'logs' | 'steps' | 'locks';

/** Of which client: what it was made from, as far as that passes between threads. */
export type SyncSettings = {
  endpoint: string;
  credential: Exclude<TaskClientCredential, { getToken: unknown }>;
  options: Omit<TaskClientOptions, 'logger' | 'httpClient' | 'additionalPolicies'>;
};

/** An operation with its arguments. */
export type SyncCall = { settings: SyncSettings; target: SyncTarget; method: string; given: WireValue };

/** What the calling thread asks of the one that runs the client. */
export type SyncRequest = SyncCall &
  (
    | { kind: 'call' }
    /** One page of a pageable list. */
    | { kind: 'page'; page: PageSettings }
    /** The next item of what an operation yields (`iterator` names it), or its end. */
    | { kind: 'next' | 'leave'; iterator: number }
    /** Waits for the end of the run that a handle is about. */
    | { kind: 'wait'; handle: string; options: WireValue }
  );

/** What it answers. */
export type SyncAnswer =
  | { kind: 'value'; value: WireValue; bytes?: Uint8Array }
  | { kind: 'pageable' }
  | { kind: 'iterator'; iterator: number }
  | { kind: 'operation'; task: TaskResponse; completionToken: string | undefined }
  | { kind: 'end' }
  | { kind: 'error'; error: WireError };

/** The answer with the lines that the client would have logged. */
export type SyncReply = { answer: SyncAnswer; lines: { level: 'debug' | 'warn'; fields: object; message: string }[] };
