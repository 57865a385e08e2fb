import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseHost } from './database-url.ts';
import { isAway, isLoginRefused } from './failure-kind.ts';

/** What a server says of itself. The timeline of a cluster grows at each promotion. */
export type Standing = { isReplica: boolean; timeline: number };

/** Asks a server. Rejects when it does not answer in time. */
type AskStanding = (host: DatabaseHost) => Promise<Standing>;

/** How long a primary that was found is returned again: connections of one pool are often opened together. */
const foundForMs = 1_000;
/** How long others may answer after the first primary: one that was promoted later counts. */
const othersWithinMs = 300;

/**
 * Finds the primary among the servers of a connection string. After a failover there may be two for a while: the one that was
 * promoted last counts. A server of an earlier timeline than one seen before is refused, because its writes would be lost.
 */
export class PrimaryFinder {
  readonly #hosts: readonly DatabaseHost[];
  readonly #ask: AskStanding;
  #newestTimeline = 0;
  #found: { host: DatabaseHost; atMs: number } | undefined;
  #search: Promise<DatabaseHost> | undefined;

  constructor(hosts: readonly DatabaseHost[], ask: AskStanding) {
    this.#hosts = hosts;
    this.#ask = ask;
  }

  /** Resolves with the primary. Rejects with the code `NO_PRIMARY` when none answers, or with what a server
   * refused, such as the password. */
  async find(): Promise<DatabaseHost> {
    if (this.#found !== undefined && performance.now() - this.#found.atMs < foundForMs) return this.#found.host;
    this.#search ??= this.#searchAll().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  /** Makes the next `find` ask the servers again. */
  forget(): void {
    this.#found = undefined;
  }

  async #searchAll(): Promise<DatabaseHost> {
    const primaries: { host: DatabaseHost; timeline: number }[] = [];
    const problems: string[] = [];
    const refusals: unknown[] = [];
    const first = Promise.withResolvers<void>();
    const asked = this.#hosts.map(async (host) => {
      const place = `${host.host}:${host.port}`;
      try {
        const { isReplica, timeline } = await this.#ask(host);
        if (isReplica) problems.push(`${place} is a replica`);
        else if (timeline < this.#newestTimeline) problems.push(`${place} is a former primary`);
        else {
          primaries.push({ host, timeline });
          first.resolve();
        }
      } catch (error) {
        if (!isAway(error) || isLoginRefused(error)) refusals.push(error);
        problems.push(`${place}: ${error instanceof Error ? error.message : error}`);
      }
    });
    const all = Promise.all(asked);
    await Promise.race([all, first.promise]);
    await Promise.race([all, sleep(othersWithinMs)]);
    const [newest] = primaries.toSorted((one, other) => other.timeline - one.timeline);
    if (newest === undefined) throw refusals[0] ?? noPrimary(problems);
    this.#newestTimeline = newest.timeline;
    this.#found = { host: newest.host, atMs: performance.now() };
    return newest.host;
  }
}

function noPrimary(problems: readonly string[]): Error {
  return Object.assign(new Error(`no server of the database accepts changes: ${problems.join('; ')}`), {
    code: 'NO_PRIMARY',
  });
}
