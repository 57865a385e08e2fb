import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { channels, type Database } from '#database';
import { openRunLocks, type RunLocks } from '../locks/run-locks.ts';
import { openStateRoom, type StateRoom } from '../state/state-room.ts';
import { admitKeyedRuns } from './admit-keyed.ts';
import { childCreator } from './children.ts';
import { advancePositions, type ClaimedRun, type ClaimKind, claimRuns } from './claim.ts';
import { RunContext } from './context.ts';
import { findLostRuns } from './control.ts';
import type { AnyTaskDefinition } from './definition.ts';
import { Execution } from './execution.ts';
import type { JournalOwner } from './flush.ts';
import type { Host, OpenStep } from './host.ts';
import { JournalWriter } from './journal-writer.ts';
import { freeUnknownRuns, LostClaims } from './lost-claims.ts';
import { noMask } from './masking.ts';
import { createNextRuns } from './next-runs.ts';
import { type PreparedInput, prepareInput } from './prepare-input.ts';
import { type RecordedStep, readJournal } from './read-journal.ts';
import { markStopping, publishTypes, registerWorker } from './register.ts';
import { untilItWorks } from './repeat.ts';
import { leave } from './take-over.ts';
import { startTimers, type Timers } from './timers.ts';
import { defaultLeaseInMs, defaultSlots, type RunningWorker, type WorkerOptions } from './worker-options.ts';

export { defaultLeaseInMs, defaultSlots, type RunningWorker, type WorkerOptions } from './worker-options.ts';

const announceAfterInMs = 250;
const shortestBetweenFullLooksInMs = 50;
const patrolIntervalInMs = 1_000;
const stopTimeoutInMs = 3_000;

/** Registers a worker, publishes its types, and runs tasks until it is stopped. */
export async function runWorker(options: WorkerOptions): Promise<RunningWorker> {
  const worker = new Worker(options);
  await worker.start();
  return worker;
}

class Worker implements RunningWorker, Host {
  readonly name: string;
  readonly openSteps = new Set<OpenStep>();
  readonly state: StateRoom;
  readonly locks: RunLocks;
  readonly #options: WorkerOptions;
  readonly #database: Database;
  readonly #definitions: Map<string, AnyTaskDefinition>;
  readonly #filter: { queues: string[]; types: string[] };
  readonly #kinds: ClaimKind[];
  readonly #slots: number;
  readonly #leaseInMs: number;
  readonly #running = new Map<number, Execution>();
  readonly #createChild: ReturnType<typeof childCreator>;
  #registered: { owner: JournalOwner; writer: JournalWriter } | undefined;
  #clockOffset = Date.now() - performance.now();
  #timers: Timers | undefined;
  #intervals: NodeJS.Timeout[] = [];
  #unlisten: (() => Promise<unknown>)[] = [];
  #isStopping = false;
  #claiming: Promise<void> | undefined;
  #isWanted = false;
  #hasMore = false;
  /** Runs that it holds and whose input is being made ready. */
  readonly #preparing = new Set<number>();
  readonly #lostClaims: LostClaims;
  #fullLook = { endedAt: Number.NEGATIVE_INFINITY, tookInMs: 0 };
  /** Runs that take a slot: those whose end is on its way to the database no longer do. */
  #occupied = 0;
  #stopped: Promise<void> | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#database = options.database;
    this.#definitions = new Map(options.definitions.map((definition) => [definition.type, definition]));
    this.#slots = options.slots ?? defaultSlots;
    this.#leaseInMs = options.leaseInMs ?? defaultLeaseInMs;
    this.#filter = { queues: [...(options.queues ?? ['default'])], types: [...this.#definitions.keys()] };
    this.#kinds = this.#filter.queues.flatMap((queue) =>
      options.definitions.map(({ type, timeoutInMs = null }) => ({ queue, type, timeoutInMs, position: undefined })),
    );
    this.name = options.name ?? `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
    this.#lostClaims = new LostClaims({
      leaseInMs: this.#leaseInMs,
      giveBack: () => freeUnknownRuns(this.#database, this.owner.key, [...this.#running.keys(), ...this.#preparing]),
    });
    this.#createChild = childCreator(options.database, (error) => this.#trouble(error));
    this.locks = openRunLocks(
      options.database,
      () => this.owner,
      (error) => this.#trouble(error),
    );
    this.state = openStateRoom(
      { database: options.database, blobs: options.blobs, maximumBlobBytes: options.maximumBlobBytes },
      { owner: () => this.owner, onTrouble: (error) => this.#trouble(error) },
    );
  }

  get owner(): JournalOwner {
    return this.#registration.owner;
  }

  get writer(): JournalWriter {
    return this.#registration.writer;
  }

  get #registration(): { owner: JournalOwner; writer: JournalWriter } {
    if (this.#registered === undefined) throw new Error('the worker has not started');
    return this.#registered;
  }

  timeOf(at: number): string {
    return new Date(at + this.#clockOffset).toISOString();
  }

  expect(dueAt: number): void {
    this.#timers?.expect(dueAt);
  }

  createChild(
    parent: Execution,
    ...[sequence, name, config]: [number, string, Parameters<Host['createChild']>[3]]
  ): Promise<string> {
    return this.#createChild(parent, this.owner.key, sequence, name, config);
  }

  vacate(): void {
    this.#occupied--;
    if (this.#hasMore && this.#slots - this.#occupied >= this.#slots / 4) this.#wake();
  }

  release(execution: Execution): void {
    if (this.#running.get(execution.taskKey) === execution) this.#running.delete(execution.taskKey);
  }

  async start(): Promise<void> {
    await publishTypes(this.#database, this.#options.definitions);
    await this.#register();
    this.#timers = startTimers(this.#database, (error) => this.#trouble(error));
    const work = await this.#database.listen(
      channels.work,
      () => this.#wake(),
      () => this.#wake(),
    );
    const control = await this.#database.listen(
      channels.control,
      (payload) => this.#control(payload),
      () => this.#patrol(),
    );
    this.#unlisten = [() => work.unlisten(), () => control.unlisten()];
    this.#intervals = [
      setInterval(() => this.#announce(), announceAfterInMs / 2),
      setInterval(
        () => {
          this.writer.beat();
          this.#patrol();
          this.#wake();
        },
        Math.min(patrolIntervalInMs, this.#leaseInMs / 4),
      ),
    ];
    this.#wake();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#isStopping = true;
    const gaveUp = new Promise<void>((resolve) => setTimeout(resolve, stopTimeoutInMs).unref());
    const marked = markStopping(this.#database, this.owner.key).catch((error: Error) => this.#trouble(error));
    await Promise.race([Promise.all([this.#claiming, marked]), gaveUp]);
    for (const execution of [...this.#running.values()]) execution.retire();
    const end = performance.now() + stopTimeoutInMs / 2;
    while (this.#running.size > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const execution of [...this.#running.values()]) execution.interrupt('stopping');
    await Promise.race([this.writer.drain(), gaveUp]);
    for (const interval of this.#intervals) clearInterval(interval);
    await Promise.race([
      Promise.allSettled([
        this.#timers?.stop(),
        ...this.#unlisten.map((unlisten) => unlisten()),
        leave(this.#database, this.owner.key),
      ]),
      gaveUp,
    ]);
  }

  async #register(): Promise<void> {
    const { databaseTime, ...owner } = await registerWorker(this.#database, {
      id: randomUUID(),
      name: this.name,
      queues: this.#filter.queues,
      types: this.#filter.types,
      slots: this.#slots,
      leaseInMs: this.#leaseInMs,
    });
    this.#clockOffset = databaseTime - performance.now();
    const writer = new JournalWriter({
      database: this.#database,
      owner,
      heartbeat: () => ({
        leaseInMs: this.#leaseInMs,
        busy: this.#running.size,
        memoryBytes: process.memoryUsage.rss(),
      }),
      heartbeatIntervalInMs: this.#leaseInMs / 4,
      onLeaseLost: () => this.#loseLease(),
      onScheduled: (keys) => this.#createNext(keys),
      onCommit: () => {
        if (this.#hasMore) this.#wake();
      },
      onBadRun: (run, error) => {
        this.#trouble(error);
        run.spoil(error);
      },
      onTrouble: (error) => this.#trouble(error),
    });
    this.#registered = { owner, writer };
  }

  #trouble(error: Error): void {
    this.#options.onTrouble?.(error);
  }

  #createNext(keys: number[]): void {
    createNextRuns(this.#database, keys).catch((error: Error) => this.#trouble(error)); // else the timers' sweep does
  }

  /** Its runs are others' now: forgets them and goes on as a new worker. */
  #loseLease(): void {
    this.#trouble(new Error(`worker ${this.name} was silent for longer than its lease; its runs went to others`));
    for (const execution of [...this.#running.values()]) execution.refuse();
    void this.#retrying(() => this.#register()).then(() => this.#wake());
  }

  #wake(): void {
    this.#isWanted = true;
    if (this.#claiming !== undefined || this.#isStopping) return;
    this.#claiming = this.#claim().then(() => {
      this.#claiming = undefined;
      if (this.#isWanted && this.#occupied < this.#slots) this.#wake();
    });
  }

  /**
   * Claims while there is work and room. While batches come back full, claims go on from where the last one ended; a
   * look at all the work follows when that is used up, and from time to time for what has come since.
   */
  async #claim(): Promise<void> {
    await this.#retrying(() => this.#lostClaims.giveBack());
    while (this.#isWanted && !this.#isStopping) {
      const free = this.#slots - this.#occupied;
      if (free <= 0) break;
      this.#isWanted = false;
      const room = Math.min(free, Math.ceil(this.#slots / 2));
      const isFull = this.#looksAtAll();
      if (isFull) for (const kind of this.#kinds) kind.position = undefined;
      const startedAt = performance.now();
      const { key } = this.owner;
      const claims = await this.#retrying(() =>
        this.#lostClaims.watch(() => claimRuns(this.#database, key, room, this.#kinds)),
      );
      if (isFull) this.#fullLook = { endedAt: performance.now(), tookInMs: performance.now() - startedAt };
      this.#hasMore = claims.length === room;
      if (this.#hasMore) advancePositions(this.#kinds, claims);
      if (claims.length > 0) await this.#begin(claims);
      if (!this.#hasMore && !isFull) this.#isWanted = true;
      if (!this.#hasMore && isFull && (await this.#admitKeyed(room)) > 0) this.#isWanted = true;
    }
  }

  #looksAtAll(): boolean {
    const { endedAt, tookInMs } = this.#fullLook;
    return !this.#hasMore || performance.now() - endedAt > Math.max(shortestBetweenFullLooksInMs, 10 * tookInMs);
  }

  #admitKeyed(room: number): Promise<number> {
    return this.#retrying(() => admitKeyedRuns(this.#database, room, this.#filter));
  }

  async #begin(claims: readonly ClaimedRun[]): Promise<void> {
    const replayed = claims.filter((claim) => claim.has_journal);
    for (const claim of claims) if (!claim.has_journal) this.#start(claim, undefined);
    if (replayed.length === 0) return;
    const journals = await this.#retrying(() => readJournal(this.#database, replayed));
    for (const claim of replayed) this.#start(claim, journals.get(claim.task_key) ?? []);
  }

  #start(claim: ClaimedRun, recorded: RecordedStep[] | undefined): void {
    const definition = this.#definitions.get(claim.type);
    if (definition === undefined) return;
    this.#running.get(claim.task_key)?.refuse(); // its claim was lost with a crash of the server
    const run = (ready: PreparedInput) => {
      this.#preparing.delete(claim.task_key);
      this.#run(claim, definition, recorded, ready);
    };
    const fail = (error: unknown) => {
      this.#preparing.delete(claim.task_key);
      this.#hold(new Execution(this, definition, claim, recorded, noMask)).fail(error);
    };
    try {
      const prepared = prepareInput(this.#database, this.#options.secretsKey, definition, claim.input);
      if (prepared instanceof Promise) {
        this.#preparing.add(claim.task_key);
        prepared.then(run, fail);
      } else run(prepared);
    } catch (error) {
      fail(error);
    }
  }

  #hold(execution: Execution): Execution {
    this.#occupied++;
    this.#running.set(execution.taskKey, execution);
    return execution;
  }

  #run(
    claim: ClaimedRun,
    definition: AnyTaskDefinition,
    recorded: RecordedStep[] | undefined,
    { input, mask }: PreparedInput,
  ): void {
    const execution = this.#hold(new Execution(this, definition, claim, recorded, mask));
    try {
      const outcome = definition.run(new RunContext(execution), input);
      if (outcome instanceof Promise)
        outcome.then(
          (value) => execution.complete(value),
          (error: unknown) => execution.fail(error),
        );
      else execution.complete(outcome);
    } catch (error) {
      execution.fail(error);
    }
  }

  #announce(): void {
    const before = performance.now() - announceAfterInMs;
    for (const step of this.openSteps) {
      if (step.startedAt > before) return;
      if (!step.isAnnounced) step.announce();
      step.isAnnounced = true;
    }
  }

  #control(payload: string): void {
    const keys: unknown = JSON.parse(payload).k;
    if (Array.isArray(keys)) this.#check(keys.flatMap((key) => this.#running.get(Number(key)) ?? []));
  }

  #patrol(): void {
    const before = performance.now() - patrolIntervalInMs / 2;
    this.#check([...this.#running.values()].filter((execution) => execution.claimedAt < before));
  }

  #check(executions: Execution[]): void {
    if (executions.length === 0) return;
    findLostRuns(this.#database, this.owner.key, executions).then(
      (lost) => {
        for (const { taskKey, fence, reason } of lost) {
          const execution = this.#running.get(taskKey);
          if (execution?.fence === fence) execution.interrupt(reason);
        }
      },
      (error: Error) => this.#trouble(error),
    );
  }

  /** Tries until it works: the database may be away for a while. */
  #retrying<T>(work: () => Promise<T>): Promise<T> {
    return untilItWorks(work, (error) => this.#trouble(error));
  }
}
