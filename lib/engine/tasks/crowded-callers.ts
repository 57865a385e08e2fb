import { limits } from '#contract';
import type { Database } from '#database';

/**
 * The `ready_key` of a crowded run is at least this: behind all others of its priority, type and queue. The rest of the key
 * is the run's age, from the sequence of task keys.
 */
export const crowdedFrom = 2 ** 52;

/** Of each caller, so many times its share of the last tasks are remembered. */
const remembered = 2;
const shortestBetweenLooksInMs = 100;
const mostCallers = 1_000;

type Recent = { key: number; isCrowded: boolean };
type Known = { recent: Recent[]; since: number; queued: number; crowded: number; nextLookAt: number };

/**
 * Tells which new and rerun tasks go behind those of other callers: those of a caller that has `fairQueuedTasks` queued
 * tasks. It goes on until none of its crowded tasks is queued, so that a caller's own tasks keep their order.
 *
 * Keeps the keys of the last tasks of each caller in memory. They are looked up in the background, and only when the
 * caller has created half its share since the last look.
 */
export class CrowdedCallers {
  readonly #database: Database;
  readonly #share: number;
  readonly #known = new Map<string, Known>();

  constructor(database: Database, share: number = limits.fairQueuedTasks) {
    this.#database = database;
    this.#share = share;
  }

  /** The one of this process for a database. */
  static of(database: Database): CrowdedCallers {
    const known = ofDatabases.get(database) ?? new CrowdedCallers(database);
    ofDatabases.set(database, known);
    return known;
  }

  /** Counts a run that this caller is about to begin. Returns whether it is crowded. */
  add(owner: string): boolean {
    const known = this.#known.get(owner) ?? this.#new(owner);
    const count = known.queued + known.since;
    known.since += 1;
    if (known.crowded > 0 || count >= this.#share / 2) this.#look(known);
    return known.crowded > 0 || count >= this.#share;
  }

  /** Notes the task of a run that was begun. */
  note(owner: string, task: Recent): void {
    const recent = this.#known.get(owner)?.recent;
    recent?.push(task);
    if (recent !== undefined && recent.length > remembered * this.#share) recent.shift();
  }

  #new(owner: string): Known {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= mostCallers && oldest !== undefined) this.#known.delete(oldest);
    const known = { recent: [], since: 0, queued: 0, crowded: 0, nextLookAt: 0 };
    this.#known.set(owner, known);
    return known;
  }

  #look(known: Known): void {
    if (performance.now() < known.nextLookAt) return;
    known.nextLookAt = Number.POSITIVE_INFINITY;
    const before = known.since;
    this.#read([...known.recent])
      .then(
        ({ queued, crowded }) => {
          Object.assign(known, { queued, crowded, since: known.since - before });
        },
        () => {}, // the database is away: a later creation looks
      )
      .finally(() => {
        known.nextLookAt = performance.now() + shortestBetweenLooksInMs;
      });
  }

  async #read(recent: readonly Recent[]): Promise<{ queued: number; crowded: number }> {
    const rows = await this.#database<{ key: number }[]>`
      select k.key from unnest(${recent.map(({ key }) => key)}::bigint[]) k (key),
        lateral (select status from active_run where task_key = k.key offset 0) a
      where a.status = 'queued'`;
    const queued = new Set(rows.map(({ key }) => key));
    return { queued: queued.size, crowded: recent.filter((task) => task.isCrowded && queued.has(task.key)).length };
  }
}

const ofDatabases = new WeakMap<Database, CrowdedCallers>();
