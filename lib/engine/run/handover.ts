import type { RecordedStep } from './read-journal.ts';

/** A result that the handler gets: the sequence of its call, or `endOfWork` of it. */
type Result = number;

/** The second result of a call that guards work with a lock: that the work is over. */
export function endOfWork(sequence: number): Result {
  return -1 - sequence;
}

type Expected = { call: number } | { result: Result };

/**
 * A handler that does not make its next recorded call for a second is not the one that was recorded. Looks are counted, not
 * the time, in which a busy machine may not let it run.
 */
const [looks, lookEveryMs] = [20, 50];

/**
 * The order in which a handler gets the results of calls that run beside each other. What it calls next depends on that
 * order, so it is recorded, and a replay hands the recorded results over in the same one. Otherwise two branches that make
 * calls of one name would get each other's results.
 */
export class Handover {
  /** The results since the last call. */
  #since: Result[] = [];
  /** Calls whose place in the order is not in the journal yet. */
  #untold: string[] = [];
  /** The last call of which the journal knows what came before it. */
  readonly #lastRecorded: number;
  /** The recorded calls, and the results that came before each. Empty when every result came right after its call. */
  #expected: readonly Expected[];
  #at = 0;
  readonly #held = new Map<Result, () => void>();
  readonly #had = new Set<Result>();
  readonly #called = new Set<number>();
  #patience: NodeJS.Timeout | undefined;

  constructor(recorded: readonly RecordedStep[] = []) {
    this.#lastRecorded = recorded.findLast(isTold)?.sequence ?? -1;
    this.#expected = recorded.some((step) => step.call_order !== null) ? orderOf(recorded) : [];
  }

  /** Notes a call. */
  called(sequence: number): void {
    const isUsual = sequence === 0 || (this.#since.length === 1 && this.#since[0] === sequence - 1);
    if (!isUsual && sequence > this.#lastRecorded) this.#untold.push(`${sequence}:${this.#since.join()}`);
    this.#since = [];
    if (!this.#isOrdered) return;
    this.#called.add(sequence);
    this.#advance();
  }

  /** What the journal is not told yet, as it is recorded with the next step, and with which one is of no matter. */
  get untold(): string | null {
    return this.#untold.length === 0 ? null : this.#untold.join(';');
  }

  /** Returns `untold`, which the journal is told now. */
  tell(): string | null {
    const { untold } = this;
    if (untold !== null) this.#untold = [];
    return untold;
  }

  /** Resolves when it is the turn of a result; `undefined`: now. */
  turnOf(result: Result): Promise<void> | undefined {
    if (!this.#isOrdered) {
      this.#since.push(result);
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(result, resolve);
    queueMicrotask(() => this.#advance()); // by then it is waited for, as the others are: promises settle in that order
    return promise;
  }

  /** Hands over everything: the handler does something else than what was recorded. */
  giveUp(): void {
    this.#expected = [];
    this.#advance();
  }

  get #isOrdered(): boolean {
    return this.#at < this.#expected.length;
  }

  #advance(): void {
    for (let next = this.#expected[this.#at]; next !== undefined; next = this.#expected[this.#at]) {
      if ('result' in next) this.#handOver(next.result);
      if ('call' in next ? !this.#called.has(next.call) : !this.#had.has(next.result)) break;
      this.#at += 1;
    }
    if (!this.#isOrdered) for (const result of [...this.#held.keys()]) this.#handOver(result);
    clearInterval(this.#patience);
    if (this.#held.size > 0) this.#patience = this.#beginWaiting();
  }

  #beginWaiting(): NodeJS.Timeout {
    let left = looks;
    const look = () => {
      left -= 1;
      if (left === 0) this.giveUp();
    };
    return setInterval(look, lookEveryMs).unref();
  }

  #handOver(result: Result): void {
    const resolve = this.#held.get(result);
    if (resolve === undefined) return;
    this.#held.delete(result);
    this.#had.add(result);
    this.#since.push(result);
    resolve();
  }
}

/** What comes again only after other work, such as a step that is tried again, holds up nothing. */
function orderOf(recorded: readonly RecordedStep[]): Expected[] {
  const again = new Set(recorded.filter(isDoneAgain).map(({ sequence }) => sequence));
  const told = new Map(toldBy(recorded));
  const sequences = Array.from({ length: (recorded.at(-1)?.sequence ?? -1) + 1 }, (_, sequence) => sequence);
  return sequences.flatMap((sequence) => {
    const results = told.get(sequence) ?? (sequence === 0 ? [] : [sequence - 1]);
    return [...results.filter((result) => !again.has(result)).map((result) => ({ result })), { call: sequence }];
  });
}

/**
 * The first recorded call after the end of the work under a lock: none from it on belongs to that work. Infinity where the
 * journal does not tell it.
 */
export function callAfterWork(recorded: readonly RecordedStep[], lock: number): number {
  const after = toldBy(recorded).filter(([, results]) => results.includes(endOfWork(lock)));
  return after.reduce((first, [call]) => Math.min(first, call), Number.POSITIVE_INFINITY);
}

function toldBy(recorded: readonly RecordedStep[]): [call: number, results: Result[]][] {
  return recorded.flatMap(({ call_order: told }) => told?.split(';').map(readTold) ?? []);
}

function readTold(text: string): [call: number, results: Result[]] {
  const [call = '', results = ''] = text.split(':');
  return [Number(call), results.split(',').filter(Boolean).map(Number)];
}

/** Whether the journal was told what came before a call. The announcement of a running step does not tell it. */
function isTold({ kind, status, call_order: told }: RecordedStep): boolean {
  return kind === 'lock' || status !== 'running' || told !== null;
}

function isDoneAgain({ status, kind }: RecordedStep): boolean {
  return kind !== 'lock' && status !== 'succeeded' && status !== 'failed';
}
