import type { BlobStore } from '#blobs';
import type { Database } from '#database';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import type { SecretsKey } from '../secrets/index.ts';

export type WorkerOptions = {
  database: Database;
  definitions: readonly AnyTaskDefinition[];
  queues?: readonly string[];
  /** The maximum number of runs at the same time. */
  slots?: number;
  /** After this time without a heartbeat, other workers take over the runs. */
  leaseInMs?: number;
  name?: string;
  /** For how long a run that has begun to wait may stay in memory. 0: not at all. */
  keepForInMs?: number;
  /** The key of secrets. Without it, a task that refers to a secret fails. */
  secretsKey?: SecretsKey;
  /** The service's blob store. Without it, a task that reads or writes a blob fails. */
  blobs?: BlobStore;
  /** The maximum size of a blob that a task writes. */
  maximumBlobBytes?: number;
  /**
   * Source maps of the code that this worker runs: files that end in `.js.map`, `.mjs.map` or `.cjs.map`, and folders with
   * them. Each lies beside its module. Stacks of failures are then shown with the original source. A map has at most 32
   * MiB, all together 128 MiB.
   */
  sourceMaps?: readonly string[];
  /** Called on recoverable faults, such as a lost database connection. */
  onTrouble?(error: Error): void;
};

/** The default maximum number of runs at the same time. */
export const defaultSlots = 500;
/** The default time after which the runs of a silent worker are taken over. */
export const defaultLeaseInMs = 15_000;

export type RunningWorker = {
  readonly name: string;
  /**
   * Stops claiming, hands the runs back so that other workers can take them at once, and resolves when that is
   * committed.
   */
  stop(): Promise<void>;
};

/** A worker that has its process for itself. */
export type ProcessWorker = RunningWorker & {
  /**
   * Ends after a handler broke its process: stores what is complete and lets the runs go to other workers, as those of a
   * lost worker. Its handlers still run until the process ends.
   */
  giveUp(): Promise<void>;
};
