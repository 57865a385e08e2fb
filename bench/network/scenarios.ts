import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster, ClusterOptions, Load } from './cluster.ts';
import { fillDisk, holdConnections } from './exhaustion.ts';

/** A limit on the time from a moment to the end of the first task that was created after it. */
type Limit = { what: string; fromMs: number; withinMs: number };

/** What is done to the machines while the load runs. */
export type Scenario = {
  name: string;
  cluster?: ClusterOptions;
  /** Resolves when the load can stop. */
  play(cluster: Cluster, load: Load, seconds: number): Promise<Limit[]>;
};

/** How long a cable is cut. */
const cutForMs = 20_000;
const minutes = 60_000;

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
    async play(cluster, _load, seconds) {
      await sleep((seconds / 2) * 1_000);
      const fromMs = await loseAndPromote(cluster);
      await sleep((seconds / 2) * 1_000);
      return [{ what: 'work resumed after the death of the primary', fromMs, withinMs: 15_000 }];
    },
  },
  {
    name: 'former-primary',
    async play(cluster, _load, seconds) {
      await sleep((seconds / 3) * 1_000);
      const fromMs = await loseAndPromote(cluster);
      await sleep((seconds / 3) * 1_000);
      const backMs = Date.now();
      await cluster.primary.host.plug();
      await cluster.primary.start();
      await sleep((seconds / 3) * 1_000);
      return [
        { what: 'work resumed after the death of the primary', fromMs, withinMs: 15_000 },
        { what: 'work went on when the former primary was back', fromMs: backMs, withinMs: 15_000 },
      ];
    },
  },
  {
    name: 'isolated-primary',
    // It can still be reached by nobody but the load: services have connections that drop packets, and it goes on running.
    async play({ network, primary, replica, services, workers }, _load, seconds) {
      await sleep((seconds / 2) * 1_000);
      const fromMs = Date.now();
      await network.part(primary.host, replica.host);
      for (const { host } of [...services, ...workers]) await network.part(primary.host, host);
      await replica.promote();
      await sleep((seconds / 4) * 1_000);
      const joinedMs = Date.now();
      for (const { host } of [...services, ...workers]) await network.join(primary.host, host);
      await sleep((seconds / 4) * 1_000);
      return [
        { what: 'work resumed after the primary was cut off', fromMs, withinMs: 15_000 },
        { what: 'work went on when it could be reached again', fromMs: joinedMs, withinMs: 15_000 },
      ];
    },
  },
  {
    name: 'workers-cut-off',
    async play(cluster) {
      const [one, other] = cluster.workers;
      return cutOff(
        cluster,
        [one, other].map((worker) => [worker?.host, cluster.primary.host]),
      );
    },
  },
  {
    name: 'services-cut-off',
    async play(cluster) {
      const [one, other] = cluster.services;
      return cutOff(
        cluster,
        [one, other].map((service) => [service?.host, cluster.primary.host]),
      );
    },
  },
  {
    name: 'callers-cut-off',
    async play(cluster) {
      const [one, other] = cluster.services;
      return cutOff(
        cluster,
        [one, other].map((service) => [service?.host, cluster.loadHost]),
      );
    },
  },
  {
    name: 'all-cut-off',
    async play(cluster) {
      const programs = [...cluster.services, ...cluster.workers];
      return cutOff(
        cluster,
        programs.map(({ host }) => [host, cluster.primary.host]),
      );
    },
  },
  {
    name: 'lossy',
    async play({ network, primary, services, workers, loadHost }, _load, seconds) {
      const cables = [
        ...[...services, ...workers].map(({ host }) => [host, primary.host] as const),
        ...services.map(({ host }) => [host, loadHost] as const),
      ];
      for (const endMs = Date.now() + seconds * 1_000; Date.now() < endMs; ) {
        for (const [one, other] of cables.filter(() => Math.random() < 0.3)) {
          await network.part(one, other);
          await sleep(50);
          await network.join(one, other);
        }
        await sleep(100);
      }
      return [];
    },
  },
  {
    name: 'slow',
    cluster: { delayToDatabaseInMs: 40 },
    async play(_cluster, _load, seconds) {
      await sleep(seconds * 1_000);
      return [];
    },
  },
  {
    name: 'clocks',
    cluster: {
      clockOffsetInMs: { service2: 10 * minutes, service3: -10 * minutes, worker1: -7 * minutes, worker2: 7 * minutes },
    },
    async play(_cluster, _load, seconds) {
      await sleep(seconds * 1_000);
      return [];
    },
  },
  {
    name: 'disk-full',
    cluster: { diskInMiB: 700 },
    async play(cluster, _load, seconds) {
      await sleep((seconds / 3) * 1_000);
      const free = await fillDisk(cluster.folder);
      await sleep((seconds / 3) * 1_000);
      await free();
      const fromMs = Date.now();
      for (const server of [cluster.primary, cluster.replica]) await server.startAgain();
      await sleep((seconds / 3) * 1_000);
      return [{ what: 'work resumed when the disk had room again', fromMs, withinMs: 30_000 }];
    },
  },
  {
    name: 'connections',
    cluster: { settings: { max_connections: '100' } },
    async play(cluster, _load, seconds) {
      await sleep((seconds / 3) * 1_000);
      const release = holdConnections(cluster);
      await sleep((seconds / 3) * 1_000);
      release();
      const fromMs = Date.now();
      await sleep((seconds / 3) * 1_000);
      return [{ what: 'work resumed when connections were free', fromMs, withinMs: 15_000 }];
    },
  },
];

/** The machine of the primary dies without a word, and its replica is promoted a second later. */
async function loseAndPromote({ primary, replica }: Cluster): Promise<number> {
  const fromMs = Date.now();
  await primary.host.die();
  await sleep(1_000); // what watches over the servers needs a moment
  await replica.promote();
  return fromMs;
}

type Cable = readonly [one: Cluster['loadHost'] | undefined, other: Cluster['loadHost']];

/** Drops all packets of some cables for a while. */
async function cutOff({ network }: Cluster, cables: readonly Cable[]): Promise<Limit[]> {
  await sleep(10_000);
  const cutMs = Date.now();
  for (const [one, other] of cables) if (one !== undefined) await network.part(one, other);
  await sleep(cutForMs);
  for (const [one, other] of cables) if (one !== undefined) await network.join(one, other);
  const joinedMs = Date.now();
  await sleep(20_000);
  return [
    { what: 'the first task after the cut ended', fromMs: cutMs, withinMs: cutForMs + 15_000 },
    { what: 'the first task after the repair ended', fromMs: joinedMs, withinMs: 15_000 },
  ];
}
