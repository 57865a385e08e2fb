import type { PageSettings } from '@azure/core-paging';
import type { TaskResponse } from '#contract';
import type { TaskClientCredential, TaskClientOptions } from '../options.ts';
import type { WireError, WireValue } from './sync-wire.ts';

/** The clients that have synchronous forms. */
export type SyncTarget = 'tasks' | 'state' | 'logs' | 'steps' | 'locks';

/** Identifies a client by its arguments that can be passed between threads. */
export type SyncSettings = {
  endpoint: string;
  credential: Exclude<TaskClientCredential, { getToken: unknown }>;
  options: Omit<TaskClientOptions, 'logger' | 'httpClient' | 'additionalPolicies'>;
};

/** An operation with its arguments. */
export type SyncCall = { settings: SyncSettings; target: SyncTarget; method: string; given: WireValue };

/** A request of the calling thread to the thread that runs the client. */
export type SyncRequest = SyncCall &
  (
    | { kind: 'call' }
    /** One page of a pageable list. */
    | { kind: 'page'; page: PageSettings }
    /** The next item of an iterator (named by `iterator`), or its end. */
    | { kind: 'next' | 'leave'; iterator: number }
    /** Waits for the end of the run of a handle. */
    | { kind: 'wait'; handle: string; options: WireValue }
  );

/** The reply of the thread. */
export type SyncAnswer =
  | { kind: 'value'; value: WireValue; bytes?: Uint8Array }
  | { kind: 'pageable' }
  | { kind: 'iterator'; iterator: number }
  | { kind: 'operation'; task: TaskResponse; completionToken: string | undefined }
  | { kind: 'end' }
  | { kind: 'error'; error: WireError };

/** The reply with the lines for the client's logger. */
export type SyncReply = { answer: SyncAnswer; lines: { level: 'debug' | 'warn'; fields: object; message: string }[] };
