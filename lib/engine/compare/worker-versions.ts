import type { Database } from '#database';

type Place = { worker: string | null; type: string };
type Registered = Place & { version: string; since: number };

/** Tells which version of a type a worker ran at a time. The versions of a worker and type are read once. */
export class WorkerVersions {
  readonly #database: Database;
  /** Newest first. */
  readonly #known = new Map<string, Registered[]>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the versions of these workers and types, unless they are known. */
  async read(places: readonly Place[]): Promise<void> {
    const missing = new Map(places.map((place) => [keyOf(place), place]));
    for (const [key, { worker }] of missing) if (worker === null || this.#known.has(key)) missing.delete(key);
    if (missing.size === 0) return;
    for (const key of missing.keys()) this.#known.set(key, []);
    const wanted = [...missing.values()];
    const rows = await this.#database<Registered[]>`
      select worker, type, version, date_part('epoch', registered_on) * 1000 as since
      from unnest(${wanted.map(({ worker }) => worker)}::text[], ${wanted.map(({ type }) => type)}::text[]) as wanted (worker, type)
      join worker_version using (worker, type) order by registered_on desc`;
    for (const row of rows) this.#known.get(keyOf(row))?.push(row);
  }

  /** The version that had been registered last at a time, in milliseconds. */
  at(place: Place, time: number | null): string | undefined {
    if (time === null) return undefined;
    return this.#known.get(keyOf(place))?.find(({ since }) => since <= time)?.version;
  }
}

const keyOf = ({ worker, type }: Place) => `${type}\n${worker}`;
