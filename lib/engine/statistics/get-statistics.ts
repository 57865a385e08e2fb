import type { Bounds, Statistics } from '#contract';
import type { Database } from '#database';
import { readEndedRuns } from './ended-runs.ts';
import { readErrorGroups } from './error-groups.ts';
import { readStuck } from './not-moving.ts';
import { countByStatus, readNextSchedules, readWorkerTotals } from './present.ts';

/** How long an answer is reused: the Overviews of many operators cost one query per second. */
const freshForMs = 1_000;

/** Returns a reader of statistics that reuses its answers for a second. The work of each query is bounded. */
export function statisticsReader(database: Database): (windowInMs: number, bounds?: Bounds) => Promise<Statistics> {
  const answers = new Map<string, { readAt: number; statistics: Promise<Statistics> }>();
  return (windowInMs, bounds) => {
    const now = performance.now();
    for (const [key, answer] of answers) if (now - answer.readAt > freshForMs) answers.delete(key);
    const asked = JSON.stringify([windowInMs, bounds]);
    const fresh = answers.get(asked);
    if (fresh !== undefined) return fresh.statistics;
    const statistics = readStatistics(database, windowInMs, bounds);
    answers.set(asked, { readAt: now, statistics });
    statistics.catch(() => answers.delete(asked));
    return statistics;
  };
}

async function readStatistics(database: Database, windowInMs: number, bounds: Bounds | undefined): Promise<Statistics> {
  const [byStatus, ended, errors, stuck, nextSchedules, workers] = await Promise.all([
    countByStatus(database, bounds),
    readEndedRuns(database, windowInMs, bounds),
    readErrorGroups(database, windowInMs, bounds),
    readStuck(database, bounds),
    readNextSchedules(database, bounds),
    readWorkerTotals(database, bounds),
  ]);
  return { ...ended, byStatus, errors, stuck, nextSchedules, workers };
}
