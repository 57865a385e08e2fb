import type { Statistics } from '#contract';
import type { Database } from '#database';
import { readEndedRuns } from './ended-runs.ts';
import { readErrorGroups } from './error-groups.ts';
import { readStuck } from './not-moving.ts';
import { countByStatus, readNextSchedules, readWorkerTotals } from './present.ts';

/** How long an answer is reused: the Overviews of many operators cost one query per second. */
const freshForMs = 1_000;

/** Returns a reader of statistics that reuses its answers for a second. The work of each query is bounded. */
export function statisticsReader(database: Database): (windowInMs: number) => Promise<Statistics> {
  const answers = new Map<number, { readAt: number; statistics: Promise<Statistics> }>();
  return (windowInMs) => {
    const now = performance.now();
    for (const [window, answer] of answers) if (now - answer.readAt > freshForMs) answers.delete(window);
    const fresh = answers.get(windowInMs);
    if (fresh !== undefined) return fresh.statistics;
    const statistics = readStatistics(database, windowInMs);
    answers.set(windowInMs, { readAt: now, statistics });
    statistics.catch(() => answers.delete(windowInMs));
    return statistics;
  };
}

async function readStatistics(database: Database, windowInMs: number): Promise<Statistics> {
  const [byStatus, ended, errors, stuck, nextSchedules, workers] = await Promise.all([
    countByStatus(database),
    readEndedRuns(database, windowInMs),
    readErrorGroups(database, windowInMs),
    readStuck(database),
    readNextSchedules(database),
    readWorkerTotals(database),
  ]);
  return { ...ended, byStatus, errors, stuck, nextSchedules, workers };
}
