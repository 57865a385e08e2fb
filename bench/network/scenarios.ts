import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, ClusterOptions, Load } from './cluster.ts';

/** A limit on the time from a moment to the end of the first task that was created after it. */
type Limit = { what: string; fromMs: number; withinMs: number };

/** What is done to the machines while the load runs. */
export type Scenario = {
  name: string;
  cluster?: ClusterOptions;
  /** Resolves when the load can stop. */
  play(cluster: Cluster, load: Load, seconds: number): Promise<Limit[]>;
};

export const scenarios: Scenario[] = [
  {
    name: 'quiet',
    async play(_cluster, _load, seconds) {
      await sleep(seconds * 1_000);
      return [];
    },
  },
  {
    name: 'failover',
    async play({ primary, replica }, _load, seconds) {
      await sleep((seconds / 2) * 1_000);
      const fromMs = Date.now();
      await primary.host.die();
      await sleep(1_000); // what watches over the servers needs a moment
      await replica.promote();
      await sleep((seconds / 2) * 1_000);
      return [{ what: 'work resumed after the death of the primary', fromMs, withinMs: 15_000 }];
    },
  },
];
