import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ProblemDetail } from '#contract';
import type { CheckOptions } from './problems-in.ts';
import { TurnQueue } from './turn-queue.ts';

/** What a thread does with a schema: checks values against it in their order, or the schema itself. */
export type Job = { kind: 'values'; values: (CheckOptions & { text: string })[] } | { kind: 'schema' };

export type ThreadAnswer = { kind: 'started' | 'done' } | { kind: 'result'; at: number; problems: ProblemDetail[] };

/** Why a job ended before its last result. */
export type Unfinished = 'time' | 'memory';

type Outcome = { results: ProblemDetail[][]; unfinished?: Unfinished };
type Asked = {
  caller: string;
  schema: string;
  job: Job;
  settle: (outcome: Outcome) => void;
  fail: (error: unknown) => void;
};
type Thread = { worker: Worker; answered: (message: ThreadAnswer) => void; failed: (error: Error) => void };

const budgetInMs = 1_000;
const memoryInMiB = 256;

/**
 * Threads that check. A job that takes longer than its budget ends with its thread, which is the one way to end a
 * regular expression. Callers take turns, and one caller never has all threads.
 */
class CheckingThreads {
  readonly #maximum = Math.max(2, Math.min(4, availableParallelism()));
  readonly #waiting = new TurnQueue<Asked>(this.#maximum - 1);
  readonly #idle: Thread[] = [];
  #count = 0;

  run(caller: string, schema: string, job: Job): Promise<Outcome> {
    return new Promise((settle, fail) => {
      this.#waiting.add(caller, { caller, schema, job, settle, fail });
      this.#next();
    });
  }

  #next(): void {
    while (this.#idle.length > 0 || this.#count < this.#maximum) {
      const asked = this.#waiting.take();
      if (asked === undefined) return;
      this.#perform(this.#idle.pop() ?? this.#start(), asked);
    }
  }

  #start(): Thread {
    this.#count += 1;
    const worker = new Worker(new URL(import.meta.url.replace(/threads(\.\w+)$/, 'check-thread$1')), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryInMiB },
    });
    const thread: Thread = { worker, answered: () => {}, failed: () => {} };
    worker.on('message', (message: ThreadAnswer) => thread.answered(message));
    worker.on('error', (error) => thread.failed(error));
    return thread;
  }

  /** A thread that fails while it has nothing to do. */
  #forget(thread: Thread): void {
    this.#idle.splice(this.#idle.indexOf(thread), 1);
    this.#count -= 1;
  }

  #perform(thread: Thread, { caller, schema, job, settle, fail }: Asked): void {
    const { worker } = thread;
    const results: ProblemDetail[][] = [];
    let timer: NodeJS.Timeout | undefined;
    const free = () => {
      clearTimeout(timer);
      this.#waiting.release(caller);
    };
    const lose = () => {
      free();
      this.#count -= 1;
      worker.terminate().catch(() => {}); // it is ending already
    };
    thread.failed = (error: Error & { code?: string }) => {
      lose();
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') settle({ results, unfinished: 'memory' });
      else fail(error);
      this.#next();
    };
    const onTimeUp = () => {
      lose();
      settle({ results, unfinished: 'time' });
      this.#next();
    };
    thread.answered = (message) => {
      if (message.kind === 'started') timer = setTimeout(onTimeUp, budgetInMs);
      else if (message.kind === 'result') results[message.at] = message.problems;
      else {
        free();
        worker.unref();
        thread.failed = () => this.#forget(thread);
        this.#idle.push(thread);
        settle({ results });
        this.#next();
      }
    };
    worker.ref();
    worker.postMessage({ schema, job });
  }
}

export const checkingThreads = new CheckingThreads();
