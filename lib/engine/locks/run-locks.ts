import type { Database, Transaction } from '#database';
import { RunInterruptedError } from '../definition/failures.ts';
import type { JournalOwner } from '../run/flush.ts';
import type { HeldRun } from '../run/journal-entry.ts';
import { untilAnswered } from '../run/repeat.ts';
import { attemptLock } from './acquire-lock.ts';
import { pauseAfter } from './pauses.ts';

/** The step of a run that waits for or holds a lock. */
export type LockStep = {
  run: HeldRun & { attempt: number };
  sequence: number;
  name: string;
  lockName: string;
  /** See `Handover.untold`. */
  callOrder: string | null;
};

/** The result of a try: the token, or the time until another try is useful at the latest. */
type LockTry = { fencingToken: number } | { tryAgainInMs: number };

/** The locks of a worker's runs. Each change commits together with its step's row. */
export type RunLocks = {
  /** Takes the lock or a place in its line. Rejects with `RunInterruptedError` when the run was lost. */
  acquire(step: LockStep): Promise<LockTry>;
  /** Releases the lock and ends its step. `error` is what the guarded work threw. */
  release(step: LockStep, fencingToken: number, error: string | null): Promise<void>;
};

const everybody = '';

/** Calls `onTrouble` on lost connections, from which it recovers. */
export function openRunLocks(
  database: Database,
  owner: () => JournalOwner,
  onTrouble: (error: Error) => void = () => {},
): RunLocks {
  const commit = <T>(work: (transaction: Transaction) => Promise<T>) =>
    untilAnswered(
      async () => (await database.begin(async (transaction) => ({ value: await work(transaction) }))).value,
      onTrouble,
    );
  return {
    acquire: (step) =>
      commit<LockTry>(async (transaction) => {
        await holdRun(transaction, step.run, owner());
        const holder = {
          owner: `task ${step.run.taskId}`,
          identity: `task:${step.run.taskId}`,
          run: { taskKey: step.run.taskKey, runCount: step.run.runCount, sequence: step.sequence },
        };
        const attempt = await attemptLock(
          transaction,
          { namespace: everybody, name: step.lockName },
          holder,
          null,
          Number.MAX_SAFE_INTEGER,
          null,
        );
        const token = attempt.is_mine ? attempt.fencing_token : null;
        const [row] = await transaction<{ waited: number }[]>`
          insert into step as s (task_key, run_count, sequence, name, kind, status, attempt, output, started_on, worker,
            call_order)
          values (${step.run.taskKey}, ${step.run.runCount}, ${step.sequence}, ${step.name}, 'lock',
            ${token === null ? 'waiting' : 'running'}::step_status, ${step.run.attempt}, ${JSON.stringify(token)}::json,
            now(), ${owner().name}, ${step.callOrder})
          on conflict (task_key, run_count, sequence) do update set status = excluded.status, output = excluded.output,
            attempt = excluded.attempt, error = null, ended_on = null, worker = excluded.worker
          returning extract(epoch from now() - s.started_on)::float8 * 1000 as waited`;
        if (token !== null) return { fencingToken: token };
        return { tryAgainInMs: pauseAfter(row?.waited ?? 0, attempt.free_in_ms) };
      }),
    release: (step, fencingToken, error) =>
      commit(async (transaction) => {
        await holdRun(transaction, step.run, owner());
        await transaction`select release_lock(${everybody}, ${step.lockName}, ${fencingToken}::bigint)`;
        await transaction`
          update step set status = ${error === null ? 'succeeded' : 'failed'}::step_status, error = ${error}::json,
            attempt = ${step.run.attempt}, ended_on = now()
          where task_key = ${step.run.taskKey} and run_count = ${step.run.runCount} and sequence = ${step.sequence}`;
      }),
  };
}

/** Holds the run's lease until the transaction ends. */
async function holdRun(transaction: Transaction, run: HeldRun, owner: JournalOwner): Promise<void> {
  const [held] = await transaction`
    select from active_run a join worker w on w.key = a.worker_key
    where a.task_key = ${run.taskKey} and a.run_count = ${run.runCount} and a.fence = ${run.fence}
      and a.worker_key = ${owner.key} and a.status = 'running' and not w.is_expired
    for key share of a, w`;
  if (held !== undefined) return;
  run.loseClaim();
  throw new RunInterruptedError('leaseLost');
}
