import type { Database, Transaction } from '#database';
import { judgeEnds, readEnds } from './ends.ts';
import { judgeLines, readLines } from './lines.ts';
import { type Judged, type Rule, rulesOf } from './rule.ts';
import { judgeSchedules, readScheduledRuns } from './schedules.ts';
import { judgeWorkers, readWorkerNames, recoveredNames } from './workers.ts';

/** Returns what holds of each rule whose condition is judged by what there is now. Each read is done once for all rules. */
export async function judge(database: Database | Transaction, rules: readonly Rule[]): Promise<Judged[]> {
  const ofLines = [...rulesOf(rules, 'queueWait'), ...rulesOf(rules, 'noWorker')];
  const ofEnds = rulesOf(rules, 'failureRate');
  const ofWorkers = rulesOf(rules, 'workerLost');
  const ofSchedules = rulesOf(rules, 'scheduleMissed');
  const lines = ofLines.length === 0 ? [] : await readLines(database);
  const ends =
    ofEnds.length === 0
      ? []
      : await readEnds(database, Math.max(...ofEnds.map(({ condition }) => condition.windowInMs)));
  const names = ofWorkers.length === 0 ? [] : await readWorkerNames(database);
  const scheduled = ofSchedules.length === 0 ? [] : await readScheduledRuns(database);
  const recovered = recoveredNames(names);
  return [
    ...ofLines.map(({ key, condition }) => ({ key, holding: judgeLines(condition, lines) })),
    ...ofEnds.map(({ key, condition }) => ({ key, holding: judgeEnds(condition, ends) })),
    ...ofWorkers.map(({ key, condition, since }) => ({
      ...{ key, holding: judgeWorkers(condition, names, since) },
      recovered,
    })),
    ...ofSchedules.map(({ key, condition }) => ({ key, holding: judgeSchedules(condition, scheduled) })),
  ];
}
