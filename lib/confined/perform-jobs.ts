import { createContext, Script } from 'node:vm';
import type { Answer, Order } from './confined-processes.ts';

/**
 * Makes this process perform the jobs of `ConfinedProcesses`, one after another, until the process that started it is
 * gone. `perform` yields the results of a job; it is stopped when the time is up, wherever it is.
 */
export function performJobs<Job, Result>(perform: (job: Job) => Iterable<Result>): void {
  process.on('message', ({ job, budgetInMs }: Order<Job>) => process.send?.(answerTo(() => perform(job), budgetInMs)));
  process.once('disconnect', () => process.exit());
  // A terminal and a service manager signal every process of ours: the one that waits for the answer decides.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

/** Only a script has a time limit, which ends a regular expression too. */
const script = new Script('work()');
const context = createContext({});

function answerTo<Result>(perform: () => Iterable<Result>, budgetInMs: number): Answer<Result> {
  const results: Result[] = [];
  context.work = () => {
    for (const result of perform()) results.push(result);
  };
  try {
    script.runInContext(context, { timeout: budgetInMs });
    return { results };
  } catch (error) {
    if (isTimeUp(error)) return { results, unfinished: 'time' };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The error is one of the script's own globals. */
const isTimeUp = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
