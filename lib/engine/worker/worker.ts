import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { channels, type Database, keptRuns, listen } from '#database';
import { openStateRoom } from '../ctx-state/state-room.ts';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { openRunLocks } from '../locks/run-locks.ts';
import { wakeLinesOf } from '../locks/wake-runs.ts';
import type { ClaimedRun } from '../run/claimed-run.ts';
import { Execution } from '../run/execution.ts';
import { type FingerprintKey, readFingerprintKey } from '../run/fingerprint.ts';
import type { JournalOwner } from '../run/flush.ts';
import type { Host, OpenStep } from '../run/host.ts';
import type { HeldRun } from '../run/journal-entry.ts';
import type { JournalWriter } from '../run/journal-writer.ts';
import { type RecordedStep, readJournal } from '../run/read-journal.ts';
import { untilAnswered, untilItWorks, untilReachable } from '../run/repeat.ts';
import { noSecrets } from '../run/run-secrets.ts';
import { publishSourceMaps } from '../sources/publish-source-maps.ts';
import { readSourceMaps } from '../sources/read-source-maps.ts';
import { createNextRuns } from '../timers/next-runs.ts';
import { leave } from '../timers/take-over.ts';
import { startTimers, type Timers } from '../timers/timers.ts';
import { childCreator } from './children.ts';
import { newKind } from './claim-segments.ts';
import { Claimer } from './claimer.ts';
import { type ContextRooms, RunContext } from './context.ts';
import { HeldRuns } from './held-runs.ts';
import { defaultKeepForInMs, KeptRuns } from './kept-runs.ts';
import { announceLongSteps } from './open-steps.ts';
import { type PreparedInput, prepareInput } from './prepare-input.ts';
import { markStopping, publishTypes, versionOf } from './register.ts';
import { Registration } from './registration.ts';
import { openRunMarks } from './run-marks.ts';
import { UnknownRuns } from './unknown-runs.ts';
import { defaultLeaseInMs, defaultSlots, type ProcessWorker, type WorkerOptions } from './worker-options.ts';

export {
  defaultLeaseInMs,
  defaultSlots,
  type ProcessWorker,
  type RunningWorker,
  type WorkerOptions,
} from './worker-options.ts';

const patrolIntervalInMs = 1_000;
const stopTimeoutInMs = 3_000;
/** For how long a worker leaves a run to the one that kept it in memory. */
const turnOfKeeperInMs = 20;

/** Registers a worker, publishes its types, and runs tasks until it is stopped. */
export async function runWorker(options: WorkerOptions): Promise<ProcessWorker> {
  const worker = new Worker(options);
  await worker.start();
  return worker;
}

/** Starts the runs that its claimer takes, and shuts down in order. */
class Worker implements ProcessWorker, Host {
  readonly name: string;
  readonly openSteps = new Set<OpenStep>();
  readonly kept: KeptRuns;
  readonly createChild: Host['createChild'];
  readonly #options: WorkerOptions;
  readonly #database: Database;
  readonly #definitions: Map<string, AnyTaskDefinition>;
  readonly #leaseInMs: number;
  readonly #rooms: ContextRooms;
  readonly #registration: Registration;
  readonly #claimer: Claimer;
  readonly #held: HeldRuns;
  readonly #unknown: UnknownRuns;
  readonly #endings: (() => unknown)[] = [];
  #fingerprintKey: FingerprintKey | undefined;
  #timers: Timers | undefined;
  #laterWake: NodeJS.Timeout | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: WorkerOptions) {
    const { database, definitions, slots = defaultSlots, leaseInMs = defaultLeaseInMs } = options;
    const filter = { queues: [...(options.queues ?? ['default'])], types: definitions.map(({ type }) => type) };
    const onTrouble = (error: Error) => options.onTrouble?.(error);
    const workerKey = () => this.owner.key;
    const knownTasks = () => [...this.#held.taskKeys(), ...this.kept.taskKeys()];
    this.#options = options;
    this.#database = database;
    this.#leaseInMs = leaseInMs;
    this.#definitions = new Map(definitions.map((definition) => [definition.type, definition]));
    this.kept = new KeptRuns(options.keepForInMs ?? defaultKeepForInMs);
    this.name = options.name ?? `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
    const createChild = childCreator(database, onTrouble);
    this.createChild = (parent, ...child) => createChild(parent, workerKey(), ...child);
    this.#rooms = {
      locks: openRunLocks(database, () => this.owner, onTrouble),
      state: openStateRoom(
        { database, blobs: options.blobs, maximumBlobBytes: options.maximumBlobBytes },
        { owner: () => this.owner, onTrouble },
      ),
      marks: openRunMarks(database, (work) => this.#retrying(work)),
    };
    this.#held = new HeldRuns({ database, workerKey, onTrouble });
    this.#unknown = new UnknownRuns({ database, workerKey, knownTasks, onTrouble });
    this.#claimer = new Claimer({
      database,
      slots,
      kinds: filter.queues.flatMap((queue) =>
        definitions.map(({ type, timeoutInMs = null }) => newKind(queue, type, timeoutInMs)),
      ),
      filter,
      workerKey,
      leaseInMs,
      heldTasks: () => this.#held.taskKeys(),
      begin: (claims) => this.#begin(claims),
      retrying: (work) => this.#retrying(work),
      onTrouble,
    });
    this.#registration = new Registration({
      database,
      name: this.name,
      ...filter,
      versions: Object.fromEntries(definitions.map((definition) => [definition.type, versionOf(definition)])),
      slots,
      leaseInMs,
      busy: () => this.#held.size,
      onLeaseLost: () => this.#loseLease(),
      // When this fails, the timers' sweep creates them.
      onScheduled: (keys) => void createNextRuns(database, { keys, onTrouble }).catch(onTrouble),
      onCommit: () => this.#claimer.wakeForMore(),
      onBadRun: (run, error) => {
        onTrouble(error);
        run.failUnstorable(error);
      },
      onTrouble,
    });
  }

  get owner(): JournalOwner {
    return this.#registration.owner;
  }

  get fingerprintKey(): FingerprintKey {
    if (this.#fingerprintKey === undefined) throw new Error('a worker runs nothing before it has started');
    return this.#fingerprintKey;
  }

  get writer(): JournalWriter {
    return this.#registration.writer;
  }

  timeOf(at: number): string {
    return this.#registration.timeOf(at);
  }

  expect(dueAt: number): void {
    this.#timers?.expect(dueAt);
  }

  freeSlot(): void {
    this.#claimer.freeSlot();
  }

  awaitLock(taskKey: number): void {
    wakeLinesOf(this.#database, taskKey).catch((error: Error) => this.#trouble(error));
  }

  forget(run: HeldRun): void {
    this.#held.remove(run);
  }

  holdAgain(execution: Execution): void {
    this.#claimer.occupySlot();
    this.#held.add(execution);
  }

  wakeKept(taskKey: number): void {
    const run = this.kept.of(taskKey);
    if (run !== undefined && this.#claimer.hasFreeSlot) run.resume();
    else {
      run?.drop();
      this.#claimer.wake();
    }
  }

  async start(): Promise<void> {
    const sourceMaps = await readSourceMaps(this.#options.sourceMaps ?? []);
    this.#fingerprintKey = await untilReachable(
      () => readFingerprintKey(this.#database),
      (error) => this.#trouble(error),
    );
    await publishTypes(this.#database, this.#options.definitions);
    await untilAnswered(
      () => publishSourceMaps(this.#database, this.name, sourceMaps),
      (error) => this.#trouble(error),
    );
    await this.#registration.renew();
    this.#timers = startTimers(this.#database, (error) => this.#trouble(error));
    const wake = () => this.#claimer.wake();
    const again = () => this.#claimer.wakeAfterLoss();
    const work = await listen(this.#database, channels.work, (payload) => this.#wakeFor(payload), again);
    const patrol = () => this.#held.checkOlderThan(performance.now() - patrolIntervalInMs / 2);
    const control = await listen(this.#database, channels.control, (payload) => this.#held.checkNamed(payload), patrol);
    const beat = setInterval(
      () => {
        this.writer.beat();
        patrol();
        wake();
        void this.#unknown.look();
      },
      Math.min(patrolIntervalInMs, this.#leaseInMs / 4),
    );
    this.#endings.push(
      () => clearInterval(beat),
      announceLongSteps(this.openSteps),
      () => work.unlisten(),
      () => control.unlisten(),
    );
    wake();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop(() => this.#handRunsBack());
    return this.#stopped;
  }

  giveUp(): Promise<void> {
    this.#stopped ??= this.#stop(async () => {});
    return this.#stopped;
  }

  async #stop(endRuns: () => Promise<void>): Promise<void> {
    this.kept.close();
    clearTimeout(this.#laterWake);
    const gaveUp = sleep(stopTimeoutInMs, undefined, { ref: false });
    const marked = markStopping(this.#database, this.owner.key).catch((error: Error) => this.#trouble(error));
    await Promise.race([Promise.all([this.#claimer.stop(), marked]), gaveUp]);
    await endRuns();
    await Promise.race([this.writer.drain(), gaveUp]);
    await Promise.race([
      Promise.allSettled([
        this.#timers?.stop(),
        ...this.#endings.map((end) => end()),
        leave(this.#database, this.owner.key),
      ]),
      gaveUp,
    ]);
  }

  async #handRunsBack(): Promise<void> {
    for (const execution of this.#held.all()) execution.drain();
    const end = performance.now() + stopTimeoutInMs / 2;
    while (this.#held.size > 0 && performance.now() < end) await sleep(5);
    for (const execution of this.#held.all()) execution.interrupt('stopping');
  }

  /** Goes on with the runs in its memory that were queued. Claims the others, those that another worker kept after it. */
  #wakeFor(payload: string): void {
    const named = keptRuns(payload);
    if (named.length === 0) this.#claimer.wake();
    for (const { taskKey, workerKey } of named) {
      if (workerKey !== this.owner.key) this.#wakeLater();
      else if (this.kept.of(taskKey) !== undefined) this.wakeKept(taskKey);
      else if (this.#held.of(taskKey) === undefined) this.#claimer.wake();
      else this.#held.of(taskKey)?.noteWoken();
    }
  }

  #wakeLater(): void {
    this.#laterWake ??= setTimeout(() => {
      this.#laterWake = undefined;
      this.#claimer.wake();
    }, turnOfKeeperInMs);
  }

  /** Its runs belong to other workers now. Drops them and registers as a new worker. */
  #loseLease(): void {
    this.#trouble(new Error(`worker ${this.name} was silent for longer than its lease; its runs went to others`));
    for (const execution of this.#held.all()) execution.loseClaim();
    this.kept.clear();
    void this.#retrying(() => this.#registration.renew()).then(() => this.#claimer.wake());
  }

  async #begin(claims: readonly ClaimedRun[]): Promise<void> {
    const replayed = claims.filter((claim) => claim.has_journal);
    for (const claim of claims) if (!claim.has_journal) this.#start(claim, undefined);
    if (replayed.length === 0) return;
    const journals = await this.#retrying(() => readJournal(this.#database, this.owner.key, replayed));
    for (const claim of replayed) {
      const journal = journals.get(claim.task_key);
      if (journal !== undefined) this.#start(claim, journal);
    }
  }

  #start(claim: ClaimedRun, recorded: RecordedStep[] | undefined): void {
    const definition = this.#definitions.get(claim.type);
    if (definition === undefined) return;
    this.#held.of(claim.task_key)?.loseClaim(); // a crash of the server lost its claim
    this.kept.of(claim.task_key)?.drop();
    const run = (ready: PreparedInput) => this.#run(claim, definition, recorded, ready);
    const fail = (error: unknown) =>
      this.#hold(new Execution(this, definition, claim, recorded, noSecrets)).fail(error);
    try {
      const onTrouble = (error: Error) => this.#trouble(error);
      const prepared = prepareInput(this.#database, this.#options.secretsKey, definition, claim, onTrouble);
      if (prepared instanceof Promise) {
        this.#held.expect(claim.task_key);
        const begin = (go: () => void) => {
          if (this.#stopped === undefined) go(); // otherwise others get the run when this worker leaves
        };
        prepared.then(
          (ready) => begin(() => run(ready)),
          (error: unknown) => begin(() => fail(error)),
        );
      } else run(prepared);
    } catch (error) {
      fail(error);
    }
  }

  #hold(execution: Execution): Execution {
    this.holdAgain(execution);
    return execution;
  }

  #run(
    claim: ClaimedRun,
    definition: AnyTaskDefinition,
    recorded: RecordedStep[] | undefined,
    { secrets, ...prepared }: PreparedInput,
  ): void {
    const execution = this.#hold(new Execution(this, definition, claim, recorded, secrets));
    if ('failure' in prepared) {
      execution.fail(prepared.failure);
      return;
    }
    try {
      const outcome = definition.run(new RunContext(execution, this.#rooms), prepared.input);
      if (isPromiseLike(outcome))
        Promise.resolve(outcome).then(
          (value) => execution.complete(value),
          (error: unknown) => execution.fail(error),
        );
      else execution.complete(outcome);
    } catch (error) {
      execution.fail(error);
    }
  }

  #trouble(error: Error): void {
    this.#options.onTrouble?.(error);
  }

  #retrying<T>(work: () => Promise<T>): Promise<T> {
    return untilItWorks(work, (error) => this.#trouble(error));
  }
}

/** Whether a value can be awaited: a promise, or one of a library, such as a query that begins when it is awaited. */
function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
