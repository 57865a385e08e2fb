import type { Database, Transaction } from '#database';
import { judgeEnds, readEnds } from './ends.ts';
import { judgeLines, readLines } from './lines.ts';
import { type Judged, type Rule, rulesOf } from './rule.ts';
import { judgeSchedules, readScheduledRuns } from './schedules.ts';
import { judgeWorkers, readWorkerNames, recoveredNames } from './workers.ts';

/** Returns what holds of each rule whose condition is judged by what there is now. Each read is done once for all rules. */
export async function judge(database: Database | Transaction, rules: readonly Rule[]): Promise<Judged[]> {
  const reads = readsFor(database, rules);
  const judged: Judged[] = [];
  for (const rule of rules) {
    const found = await judgeOne(rule, reads);
    if (found !== 'elsewhere') judged.push({ key: rule.key, ...found });
  }
  return judged;
}

type Reads = ReturnType<typeof readsFor>;

/** A kind of condition that is missing here does not compile. */
async function judgeOne({ condition, since }: Rule, reads: Reads): Promise<Omit<Judged, 'key'> | 'elsewhere'> {
  switch (condition.kind) {
    case 'queueWait':
    case 'noWorker':
      return { holding: judgeLines(condition, await reads.lines()) };
    case 'failureRate':
      return { holding: judgeEnds(condition, await reads.ends()) };
    case 'workerLost': {
      const names = await reads.workerNames();
      return { holding: judgeWorkers(condition, names, since), recovered: recoveredNames(names) };
    }
    case 'scheduleMissed':
      return { holding: judgeSchedules(condition, await reads.scheduledRuns()) };
    case 'overdue': // by a walk of many looks
    case 'task': // by the runs that ended
    case 'cause': // by signals
    case 'failure':
      return 'elsewhere';
  }
}

function readsFor(database: Database | Transaction, rules: readonly Rule[]) {
  const windows = rulesOf(rules, 'failureRate').map(({ condition }) => condition.windowInMs);
  return {
    lines: once(() => readLines(database)),
    ends: once(() => readEnds(database, Math.max(...windows))),
    workerNames: once(() => readWorkerNames(database)),
    scheduledRuns: once(() => readScheduledRuns(database)),
  };
}

function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
