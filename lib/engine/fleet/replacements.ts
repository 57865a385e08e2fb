import type { Database, Transaction } from '#database';

/** What a worker serves, and when it was there. */
export type Presence = {
  key: number;
  name: string;
  queues: readonly string[];
  types: readonly string[];
  started_on: string;
  last_seen_on: string;
  expires_on: string;
  is_lost: boolean;
};

/** The queues of the work that every service does by itself. */
const ownQueue = /^taskdeck(\.|$)/;

/** Stands for a service: each does the own work of one that is gone. */
export const anyService = 'service';

/** Reads all workers. Lost ones are kept for an hour. A worker that stops leaves no row. */
export function readPresences(database: Database | Transaction): Promise<Presence[]> {
  return database<Presence[]>`
    select key, name, queues, types, started_on, last_seen_on, expires_on,
      is_expired or expires_on <= now() as is_lost
    from worker order by started_on, key`;
}

/**
 * Returns what serves instead of lost workers, by their keys: the name of a worker that started after the last heartbeat
 * and serves all of the queues and types, such as the same program after a restart. Each worker replaces one, the last
 * that was lost before its start. `anyService` replaces a worker of a service's own work. Takes all workers in the order
 * of their starts.
 */
export function replacementsOf(workers: readonly Presence[]): Map<number, string> {
  const replacements = new Map<number, string>();
  const lost = workers.filter(({ is_lost }) => is_lost).toSorted((a, b) => (a.last_seen_on < b.last_seen_on ? -1 : 1));
  for (const { key, queues } of lost)
    if (queues.every((queue) => ownQueue.test(queue))) replacements.set(key, anyService);
  const later = lost.filter(({ key }) => !replacements.has(key)).toReversed();
  const waiting: Presence[] = []; // lost before the worker started, the last one at the end
  for (const worker of workers) {
    for (let next = later.at(-1); next !== undefined && next.last_seen_on < worker.started_on; next = later.at(-1))
      waiting.push(...later.splice(-1));
    const place = waiting.findLastIndex((gone) => servesAllOf(gone, worker));
    for (const gone of place === -1 ? [] : waiting.splice(place, 1)) replacements.set(gone.key, worker.name);
  }
  return replacements;
}

/** Returns what serves instead, by the names of which all lost workers are replaced: instead of the last one lost. */
export function replacementsByName(workers: readonly Presence[]): Map<string, string> {
  const replacements = replacementsOf(workers);
  const lost = workers.filter(({ is_lost }) => is_lost).toSorted((a, b) => (a.last_seen_on < b.last_seen_on ? -1 : 1));
  const names = [...Map.groupBy(lost, ({ name }) => name)].flatMap(([name, ofName]) => {
    const by = ofName.map(({ key }) => replacements.get(key));
    const last = by.at(-1);
    return last === undefined || by.includes(undefined) ? [] : [[name, last] as const];
  });
  return new Map(names);
}

function servesAllOf(gone: Presence, worker: Presence): boolean {
  return (
    gone.queues.every((queue) => worker.queues.includes(queue)) &&
    gone.types.every((type) => worker.types.includes(type))
  );
}
