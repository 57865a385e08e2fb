import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { BlobStore } from '#blobs';
import { taskdeckVersion } from '#contract';
import { type Database, type DatabaseClock, oneAtATime } from '#database';
import { memoryInUse } from '#engine';
import type { ServiceConfig } from '../config.ts';
import type { Replica } from '../replica/replica.ts';
import { readProcessFacts } from './process-facts.ts';

const checkedForMs = 30_000;
const checkWithinMs = 3_000;

/** This service process, as the report of the deployment lists it. */
export class OwnProcess {
  readonly id = randomUUID();
  readonly #database: Database;
  readonly #clock: DatabaseClock;
  readonly #config: ServiceConfig;
  readonly #blobs: Pick<BlobStore, 'description' | 'check'>;
  readonly #replica: Pick<Replica, 'problem'> | undefined;
  /** A row that was about to be written never replaces one that says more. */
  readonly #inOrder = oneAtATime();
  #forwardedBy: string | undefined;
  #checked: { at: number; problem: Promise<string | undefined> } | undefined;

  constructor(
    database: Database,
    clock: DatabaseClock,
    config: ServiceConfig,
    blobs: Pick<BlobStore, 'description' | 'check'>,
    replica: Pick<Replica, 'problem'> | undefined,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#config = config;
    this.#blobs = blobs;
    this.#replica = replica;
  }

  get blobStore(): string {
    return this.#blobs.description;
  }

  /** Notes a peer that sent `X-Forwarded-For` without being a trusted proxy. */
  noteForwarding(peer: string): void {
    this.#forwardedBy = peer;
  }

  /** Writes the row of this process, and removes those of processes that were not seen for an hour. */
  renew(): Promise<void> {
    return this.#inOrder(() => this.#write());
  }

  async #write(): Promise<void> {
    const offset = await this.#clock.synchronise();
    const facts = await readProcessFacts(this.#config, {
      forwardedBy: this.#forwardedBy,
      replicaProblem: this.#replica?.problem(),
    });
    await this.#database`
      with gone as (delete from service_process where last_seen_on < now() - interval '1 hour')
      insert into service_process (id, host, process_id, version, memory_bytes, clock_offset_in_ms, blob_store, facts)
      values (${this.id}, ${hostname()}, ${process.pid}, ${taskdeckVersion}, ${memoryInUse()}, ${offset},
        ${this.blobStore}, ${JSON.stringify(facts)}::jsonb)
      on conflict (id) do update set last_seen_on = now(), memory_bytes = excluded.memory_bytes,
        clock_offset_in_ms = excluded.clock_offset_in_ms, facts = excluded.facts`;
  }

  /** Removes the row of this process: it stops as it should. */
  async remove(): Promise<void> {
    await this.#inOrder(() => this.#database`delete from service_process where id = ${this.id}`);
  }

  /** Resolves with why the blob store cannot be used, `undefined` when it can. Asks it twice a minute at most. */
  blobProblem(): Promise<string | undefined> {
    const now = performance.now();
    if (this.#checked === undefined || now - this.#checked.at > checkedForMs)
      this.#checked = { at: now, problem: problemOf(this.#blobs) };
    return this.#checked.problem;
  }
}

async function problemOf(blobs: Pick<BlobStore, 'check'>): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(`it did not answer within ${checkWithinMs / 1_000} s`), checkWithinMs);
  const checking = blobs.check().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return Promise.race([checking, promise]).finally(() => clearTimeout(timer));
}
