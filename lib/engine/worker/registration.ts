import { randomUUID } from 'node:crypto';
import type { Database } from '#database';
import { memoryInUse } from '../memory-in-use.ts';
import type { JournalOwner } from '../run/flush.ts';
import { JournalWriter, type JournalWriterOptions } from '../run/journal-writer.ts';
import { registerWorker } from './register.ts';

type RegistrationOptions = {
  database: Database;
  name: string;
  queues: string[];
  types: string[];
  versions: Readonly<Record<string, string>>;
  slots: number;
  leaseInMs: number;
  /** Returns the number of runs that this worker holds. */
  busy(): number;
} & Pick<JournalWriterOptions, 'onLeaseLost' | 'onScheduled' | 'onCommit' | 'onBadRun' | 'onTrouble'>;

/** A worker's row, which has its lease, and the journal that is written under that lease. */
export class Registration {
  readonly #options: RegistrationOptions;
  #current: { owner: JournalOwner; writer: JournalWriter } | undefined;
  #clockOffset = Date.now() - performance.now();

  constructor(options: RegistrationOptions) {
    this.#options = options;
  }

  get owner(): JournalOwner {
    return this.#registered.owner;
  }

  get writer(): JournalWriter {
    return this.#registered.writer;
  }

  /** Converts a `performance.now()` to the database's time, RFC 3339. */
  timeOf(at: number): string {
    return new Date(at + this.#clockOffset).toISOString();
  }

  /** Registers again with a new lease, and writes to the journal under it. */
  async renew(): Promise<void> {
    const { database, name, queues, types, versions, slots, leaseInMs, busy, ...events } = this.#options;
    const id = randomUUID();
    const worker = { id, name, queues, types, versions, slots, leaseInMs };
    const { databaseTime, ...owner } = await registerWorker(database, worker);
    this.#clockOffset = databaseTime - performance.now();
    const heartbeat = () => ({ leaseInMs, busy: busy(), memoryBytes: memoryInUse() });
    const writer = new JournalWriter({ database, owner, heartbeat, heartbeatIntervalInMs: leaseInMs / 4, ...events });
    this.#current = { owner, writer };
  }

  get #registered(): { owner: JournalOwner; writer: JournalWriter } {
    if (this.#current === undefined) throw new Error('the worker has not started');
    return this.#current;
  }
}
