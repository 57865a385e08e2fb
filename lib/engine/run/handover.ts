import type { RecordedStep } from './read-journal.ts';

/** A result that the handler gets: the sequence of its call, or `endOfWork` of it. */
type Result = number;

/** The second result of a call that guards work with a lock: that the work is over. */
export function endOfWork(sequence: number): Result {
  return -1 - sequence;
}

type Expected = { call: number } | { result: Result };

/** A handler that does not make its next recorded call for so long is not the one that was recorded. */
const patienceInMs = 1_000;

/**
 * The order in which a handler gets the results of calls that run beside each other. What it calls next depends on that
 * order, so it is recorded with the next call, and a replay hands the recorded results over in the same one. Otherwise two
 * branches that make calls of one name would get each other's results.
 */
export class Handover {
  /** The results since the last call. */
  #since: Result[] = [];
  /** The recorded calls, and the results that came before each. Empty when every result came right after its call. */
  #expected: readonly Expected[];
  #at = 0;
  readonly #held = new Map<Result, () => void>();
  readonly #had = new Set<Result>();
  readonly #called = new Set<number>();
  #patience: NodeJS.Timeout | undefined;

  constructor(recorded: readonly RecordedStep[] = []) {
    this.#expected = recorded.some((step) => step.results_before !== null) ? orderOf(recorded) : [];
  }

  /** Notes a call. Returns the results since the call before as they are recorded: `null` for the result of that alone. */
  called(sequence: number): string | null {
    const isUsual = sequence === 0 || (this.#since.length === 1 && this.#since[0] === sequence - 1);
    const resultsBefore = isUsual ? null : this.#since.join();
    this.#since = [];
    if (this.#isOrdered) {
      this.#called.add(sequence);
      this.#advance();
    }
    return resultsBefore;
  }

  /** Resolves when it is the turn of a result; `undefined`: now. */
  turnOf(result: Result): Promise<void> | undefined {
    if (this.#isOrdered)
      return new Promise((resolve) => {
        this.#held.set(result, resolve);
        this.#advance();
      });
    this.#since.push(result);
    return undefined;
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
    clearTimeout(this.#patience);
    if (this.#held.size > 0) this.#patience = setTimeout(() => this.giveUp(), patienceInMs).unref();
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
  return recorded.flatMap(({ sequence, results_before: given }) => {
    const usual = sequence === 0 ? [] : [sequence - 1];
    const results = given === null ? usual : given.split(',').filter(Boolean).map(Number);
    return [...results.filter((result) => !again.has(result)).map((result) => ({ result })), { call: sequence }];
  });
}

function isDoneAgain({ status, kind }: RecordedStep): boolean {
  return kind !== 'lock' && status !== 'succeeded' && status !== 'failed';
}
