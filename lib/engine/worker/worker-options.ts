import type { BlobStore } from '#blobs';
import type { Database } from '#database';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import type { SecretsKey } from '../secrets/index.ts';

export type WorkerOptions = {
  database: Database;
  definitions: readonly AnyTaskDefinition[];
  queues?: readonly string[];
  /** Runs at a time. */
  slots?: number;
  /** Without a sign of life for this long its runs go to others. */
  leaseInMs?: number;
  name?: string;
  /** Without it a task that refers to a secret fails. */
  secretsKey?: SecretsKey;
  /** Where the blobs of state are, as the service has it; without it a task that reads or writes one fails. */
  blobs?: BlobStore;
  /** Of one blob that a task writes. */
  maximumBlobBytes?: number;
  /** Told of what the worker gets over by itself, such as a lost connection. */
  onTrouble?(error: Error): void;
};

/** Runs that a worker executes at a time, unless it is given another number. */
export const defaultSlots = 500;
/** How long a worker holds its runs without a sign of life, unless it is given another time. */
export const defaultLeaseInMs = 15_000;

export type RunningWorker = {
  readonly name: string;
  /** Takes no more work, hands its runs back so that others take them at once, and resolves when that is committed. */
  stop(): Promise<void>;
};
