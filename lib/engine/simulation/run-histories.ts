import { type HistoryResult, runHistory } from './history.ts';
import { type Lane, type LaneDatabase, openLane } from './lane.ts';

type SimulationOptions = {
  /** One history runs for each seed. */
  seeds: readonly number[];
  /** The number of databases in parallel, each with one history at a time. */
  lanes: number;
  createDatabase(): Promise<LaneDatabase & { drop(): Promise<void> }>;
  /** Starts no history after one that broke a promise. */
  stopsAtFailure?: boolean;
  /** Called after each history. */
  onHistory?(result: HistoryResult): void;
};

/** Runs histories. Resolves with those that broke a promise. */
export async function runHistories(options: SimulationOptions): Promise<HistoryResult[]> {
  const failed: HistoryResult[] = [];
  const seeds = options.seeds.values();
  const work = async () => {
    const database = await options.createDatabase();
    const lane = await openLane(database);
    const leaving: Promise<void>[] = [];
    try {
      for (const seed of seeds) {
        leaving.push((await runOne(lane, seed)).left);
        if (options.stopsAtFailure === true && failed.length > 0) break;
      }
    } finally {
      await Promise.all(leaving);
      await lane.end();
      await database.drop();
    }
  };
  const runOne = async (lane: Lane, seed: number) => {
    const result = await runHistory(lane, seed);
    if (result.violations.length > 0) failed.push(result);
    options.onHistory?.(result);
    return result;
  };
  await Promise.all(Array.from({ length: Math.min(options.lanes, options.seeds.length) }, work));
  return failed;
}
