import type { StepKind } from '#contract';
import type { RunInterruptedError } from '../definition/failures.ts';
import {
  type HeldRun,
  type MoveEntry,
  moveEntry,
  type StepEntry,
  type WaitEntry,
  type WaitOutcome,
} from './journal-entry.ts';
import type { Batch } from './journal-writer.ts';

/** Shorter waits stay in memory. */
const shortWaitInMs = 200;
/** The interval at which a run that cannot leave memory checks its waits. */
const probeIntervalInMs = 500;
/** The interval at which a run checks its waits for several tasks when some of them are not its children. */
const pollIntervalInMs = 1_000;

/** A call of the handler that waits. `met` gets what arrived, or `undefined` when its time is over. */
type PendingWait = {
  readonly kind: StepKind;
  readonly entry: StepEntry;
  /** Event name or task id. */
  readonly target: string | undefined;
  readonly dueAt: number | null;
  isJournaled: boolean;
  met(outcome: WaitOutcome | undefined): void;
  reject(error: unknown): void;
};

/** The parts of an execution that its waits need. */
export type WaitingRun = HeldRun & {
  readonly host: { expect(dueAt: number): void };
  readonly isOver: boolean;
  /** Whether a step is in progress, so that the run cannot leave memory. */
  readonly isBusy: boolean;
  readonly passesEventsOn: boolean;
  record(entry: StepEntry): void;
  write(entry: WaitEntry | MoveEntry): Batch;
  /** Whether the run may stay in memory for a while after it has left its worker's hands. */
  readonly mayBeKept: boolean;
  /** Called when the run is about to leave memory. */
  startLeaving(): void;
  /** Called when a wait was met before the run had left memory, with what arrived: the run goes on. */
  stopLeaving(received: string | null): void;
};

/** The waits of a run. When nothing else is in progress, all waits are registered and the run leaves memory. */
export class Waits {
  readonly #run: WaitingRun;
  readonly #pending = new Set<PendingWait>();
  readonly children = new Set<string>();
  #isChecking = false;
  #timer: NodeJS.Timeout | undefined;
  #isMet = false;
  #isAsking = false;
  /** When the run is woken that is about to leave. */
  #wakesAt: number | null = null;

  constructor(run: WaitingRun) {
    this.#run = run;
  }

  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Whether one of them is for a lock. */
  get haveLock(): boolean {
    return [...this.#pending].some(({ kind }) => kind === 'lock');
  }

  /** Whether the last flush that asked for the targets met a wait. */
  get isMet(): boolean {
    return this.#isMet;
  }

  forTime(kind: StepKind, entry: StepEntry, dueAt: number, isJournaled: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#add({ kind, entry, target: undefined, dueAt, isJournaled, met: () => resolve(), reject });
    });
  }

  /** Waits for a target. Resolves with `undefined` at `dueAt` without it. */
  forTarget(
    kind: 'event' | 'task',
    entry: StepEntry,
    target: string,
    dueAt: number | null,
    isJournaled: boolean,
  ): Promise<WaitOutcome | undefined> {
    return new Promise((resolve, reject) => {
      this.#add({ kind, entry, target, dueAt, isJournaled, met: resolve, reject });
    });
  }

  /** Checks whether the handler has gone as far as it can and only waits are left. */
  check(): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    setImmediate(() => {
      this.#isChecking = false;
      this.#look();
    });
  }

  /** Continues in memory because a wait was met while the run was about to leave. */
  resume(): void {
    this.#isMet = false;
    this.#isAsking = false;
    if (this.isPending) this.check();
  }

  /** Calls `wake` when the time is over that the run waits for, which has left its worker's hands. */
  whenTimeIsOver(wake: () => void): void {
    if (this.#wakesAt === null) return;
    this.#timer = setTimeout(wake, Math.max(1, Math.min(this.#wakesAt - performance.now(), 2 ** 30)));
  }

  /** Looks for what woke the run, which was kept. `resumed`: the batch that takes it up again. */
  goOn(resumed: Batch): void {
    clearTimeout(this.#timer);
    this.#isMet = false;
    this.#isAsking = false;
    if (this.#hasTargets) this.#ask(false);
    else void resumed.committed.then(() => this.#look());
  }

  /** Ends the waits for locks, which are then asked for again. */
  askForLocks(): void {
    for (const wait of this.#pending) if (wait.kind === 'lock') this.#meet(wait, undefined);
  }

  rejectAll(error: RunInterruptedError): void {
    for (const wait of this.#pending) wait.reject(error);
    this.clear();
  }

  clear(): void {
    this.#pending.clear();
    this.stopTimer();
  }

  /** Wakes nobody any more. What is pending stays so. */
  stopTimer(): void {
    clearTimeout(this.#timer);
  }

  #add(wait: PendingWait): void {
    this.#pending.add(wait);
    this.check();
  }

  #look(): void {
    if (this.#run.isOver || this.#isAsking || this.#pending.size === 0) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    const due = [...this.#pending].filter((wait) => wait.dueAt !== null && wait.dueAt <= now);
    const timeUp = due.filter((wait) => wait.target === undefined);
    for (const wait of timeUp) this.#meet(wait, undefined);
    const next = this.#nextDueAt();
    const hasTargets = this.#hasTargets;
    if (timeUp.length > 0) this.check();
    else if (due.length > 0 || (this.#run.isBusy && hasTargets)) this.#ask(false);
    else if (this.#run.isBusy || (!hasTargets && next - now < shortWaitInMs)) this.#lookAt(next);
    else this.#ask(true);
  }

  get #hasTargets(): boolean {
    return [...this.#pending].some((wait) => wait.target !== undefined);
  }

  #nextDueAt(): number {
    return earliest([...this.#pending]);
  }

  #lookAt(at: number): void {
    if (at === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#look(), Math.max(1, Math.min(at - performance.now(), 2 ** 30)));
  }

  /** Registers the waits, asks for their targets, and releases the run when it is to leave. */
  #ask(isLeaving: boolean): void {
    this.#isAsking = true;
    const waits = [...this.#pending];
    let asked: Promise<void> | undefined;
    for (const wait of waits) {
      if (!wait.isJournaled) this.#run.record(wait.entry);
      wait.isJournaled = true;
      if (wait.target !== undefined)
        asked = this.#run.write({
          kind: 'wait',
          run: this.#run,
          sequence: wait.entry.sequence,
          waitKind: wait.kind === 'event' ? 'event' : 'task',
          target: wait.target,
          passesEventsOn: this.#run.passesEventsOn,
          settle: (outcome) => {
            this.#isMet = true;
            this.#run.stopLeaving(outcome.value);
            this.#meet(wait, outcome);
          },
        }).committed;
    }
    if (this.#run.isOver) return; // a write found that the lease is lost
    if (isLeaving) this.#leave(waits);
    else void asked?.then(() => this.#answered(waits));
  }

  /** Ends the waits whose time is over and whose target had not arrived when asked for. */
  #answered(waits: PendingWait[]): void {
    if (this.#run.isOver) return;
    this.#isAsking = false;
    this.#isMet = false;
    const now = performance.now();
    for (const wait of waits) if (wait.dueAt !== null && wait.dueAt <= now) this.#meet(wait, undefined);
    if (!this.isPending || this.#run.isOver) return;
    if (!this.#run.isBusy) this.check();
    else this.#lookAt(Math.min(this.#nextDueAt(), now + probeIntervalInMs));
  }

  #leave(waits: PendingWait[]): void {
    const [first] = waits.filter((wait) => wait.target !== undefined).concat(waits);
    if (first === undefined) return;
    const strangers = waits.some(
      (wait) => wait.kind === 'task' && wait.target !== undefined && !this.children.has(wait.target),
    );
    const nextPoll = waits.length > 1 && strangers ? performance.now() + pollIntervalInMs : Number.POSITIVE_INFINITY;
    const dueAt = Math.min(earliest(waits), nextPoll);
    this.#wakesAt = dueAt === Number.POSITIVE_INFINITY ? null : dueAt;
    if (this.#wakesAt !== null) this.#run.host.expect(dueAt);
    const isKept = this.#run.mayBeKept && !this.haveLock;
    this.#run.startLeaving();
    this.#run.write(
      moveEntry({
        run: this.#run,
        status: 'waiting',
        dueAt: this.#wakesAt,
        waitKind: first.kind,
        waitSequence: waits.length === 1 ? first.entry.sequence : null,
        waitName: first.kind === 'event' ? (first.target ?? null) : first.entry.name,
        waitTaskId: first.kind === 'task' ? (first.target ?? null) : null,
        isKept,
      }),
    );
  }

  #meet(wait: PendingWait, outcome: WaitOutcome | undefined): void {
    if (!this.#pending.delete(wait)) return;
    wait.met(outcome);
  }
}

/** When the first of them is over. There can be more than a call takes arguments. */
function earliest(waits: readonly PendingWait[]): number {
  return waits.reduce(
    (first, { dueAt }) => Math.min(first, dueAt ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  );
}
