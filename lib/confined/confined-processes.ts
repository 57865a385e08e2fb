import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { TurnQueue } from './turn-queue.ts';

/** Where jobs are performed, and what each may take. */
export type Confinement = {
  /** The module of a process. It calls `performJobs`. */
  module: URL;
  budgetInMs: number;
  /** The JavaScript heap of a process. */
  memoryInMiB: number;
};

/** Why a job ended before its last result. */
export type Unfinished = 'time' | 'memory';

/** The results of a job, in their order. Of a job that took too much time they are those that it had. */
export type Outcome<Result> = { results: Result[]; unfinished?: Unfinished };

/** What a process is sent. */
export type Order<Job> = { job: Job; budgetInMs: number };

/** What it answers: how far it came, or the message of the error that its job threw. */
export type Answer<Result> = Outcome<Result> | { error: string };

type Asked<Job, Result> = {
  caller: string;
  job: Job;
  settle: (outcome: Outcome<Result>) => void;
  fail: (error: Error) => void;
};

type Confined<Result> = {
  child: ChildProcess;
  answered: (answer: Answer<Result>) => void;
  ended: (why: string, signal?: NodeJS.Signals | null) => void;
  retirement?: NodeJS.Timeout;
};

/** An idle process ends after this. */
const patienceInMs = 60_000;
/** What is kept of the last words of a process. */
const maximumLastWords = 2_000;

/**
 * Processes for calculations over what callers sent: a job that takes too much time is ended, and one that takes too much
 * memory, or meets a fault of V8, ends its process and not this one. Callers take turns, and one caller never has all
 * processes. The processes start when they are needed, have an empty environment, and end with this one.
 */
export class ConfinedProcesses<Job, Result> {
  readonly #confinement: Confinement;
  readonly #maximum = Math.max(2, Math.min(4, availableParallelism()));
  readonly #waiting = new TurnQueue<Asked<Job, Result>>(this.#maximum - 1);
  readonly #idle: Confined<Result>[] = [];
  #count = 0;

  constructor(confinement: Confinement) {
    this.#confinement = confinement;
  }

  /** @throws {Error} What the job threw, or that its process ended for another reason than its memory. */
  run(caller: string, job: Job): Promise<Outcome<Result>> {
    return new Promise((settle, fail) => {
      this.#waiting.add(caller, { caller, job, settle, fail });
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

  #start(): Confined<Result> {
    const { module, memoryInMiB } = this.#confinement;
    this.#count += 1;
    const child = fork(module, {
      env: { NODE_ENV: 'production' },
      execArgv: [`--max-old-space-size=${memoryInMiB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const confined: Confined<Result> = { child, answered: () => {}, ended: () => {} };
    let lastWords = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = `${lastWords}${text}`.slice(-maximumLastWords);
    });
    child.on('message', (answer) => confined.answered(answer as Answer<Result>));
    child.on('error', (error) => confined.ended(error.message));
    child.on('close', (code, signal) => confined.ended(`it ended with ${signal ?? code}. ${lastWords}`.trim(), signal));
    return confined;
  }

  #perform(confined: Confined<Result>, { caller, job, settle, fail }: Asked<Job, Result>): void {
    clearTimeout(confined.retirement);
    confined.answered = (answer) => {
      this.#waiting.release(caller);
      this.#rest(confined);
      if ('error' in answer) fail(new Error(answer.error));
      else settle(answer);
      this.#next();
    };
    confined.ended = (why, signal) => {
      this.#waiting.release(caller);
      this.#forget(confined);
      if (signal === 'SIGABRT') settle({ results: [], unfinished: 'memory' });
      else fail(new Error(`A process did not finish its job: ${why}`));
      this.#next();
    };
    keepAlive(confined.child, true);
    const order: Order<Job> = { job, budgetInMs: this.#confinement.budgetInMs };
    confined.child.send(order);
  }

  #rest(confined: Confined<Result>): void {
    keepAlive(confined.child, false);
    confined.answered = () => {};
    confined.ended = () => {
      this.#idle.splice(this.#idle.indexOf(confined), 1);
      this.#forget(confined);
    };
    confined.retirement = setTimeout(() => confined.ended('it has nothing to do'), patienceInMs).unref();
    this.#idle.push(confined);
  }

  #forget(confined: Confined<Result>): void {
    clearTimeout(confined.retirement);
    confined.ended = () => {};
    this.#count -= 1;
    confined.child.kill('SIGKILL');
  }
}

/** A process with nothing to do does not keep this one alive. */
function keepAlive(child: ChildProcess, isKept: boolean): void {
  const verb = isKept ? 'ref' : 'unref';
  child[verb]();
  child.channel?.[verb]();
  (child.stderr as Socket | null)?.[verb]();
}
