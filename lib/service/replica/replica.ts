import type { Logger } from 'pino';
import { connect, type Database, runJobs } from '#database';
import { createEngine } from '#engine';
import { type GuardedEngine, guardRoom } from '../records/guarded.ts';
import { ReplicaAge } from './replica-age.ts';

/** What verbs read from, over a replica of the database. */
type Rooms = { database: Database; engine: GuardedEngine };

/** A replica of the database (a PostgreSQL hot standby), which answers what may lag. */
export type Replica = {
  /** What to read from, and at most how far it is behind. `undefined` while it is too far behind, or away. */
  reading(): { rooms: Rooms; ageInMs: number } | undefined;
  /** Why it is not read at present; `undefined` while it is. */
  problem(): string | undefined;
  close(): Promise<void>;
};

type ReplicaOptions = {
  primary: Database;
  url: string;
  /** A replica that is further behind is not used. */
  maximumAgeInMs: number;
  logger: Logger;
};

const lookEveryMs = 500;

/** Connects to a replica and looks from time to time how far it has come. It never rejects: the primary answers then. */
export function openReplica({ primary, url, maximumAgeInMs, logger }: ReplicaOptions): Replica {
  const database = connect(url, { name: 'taskdeck service, replica', connections: 10 });
  const engine = createEngine(database);
  const rooms: Rooms = { database, engine: guardRoom(engine) };
  const age = new ReplicaAge(maximumAgeInMs);
  let problem: string | undefined = 'it has not answered yet';
  const tellChanges = (why: string) => {
    const isRead = age.inMs() !== undefined;
    if (problem === undefined && !isRead) logger.warn({ why }, 'the replica is not read until it has caught up');
    if (problem !== undefined && isRead) logger.info('lists and statistics are read from the replica');
    problem = isRead ? undefined : why;
  };
  const look = async () => {
    const note = age.beginMark();
    const cluster = await readCluster(primary);
    note(cluster.position);
    const copy = await readCluster(database);
    const isReplica = copy.isReplica && copy.name === cluster.name && copy.identifier === cluster.identifier;
    if (isReplica) age.noteApplied(copy.position);
    else age.forget();
    tellChanges(isReplica ? 'it is too far behind' : 'the server there is no replica of the database');
    return false;
  };
  const looking = runJobs([{ everyMs: lookEveryMs, batch: look }], (error) => tellChanges(error.message));
  return {
    reading() {
      const ageInMs = age.inMs();
      return ageInMs === undefined ? undefined : { rooms, ageInMs };
    },
    problem: () => (age.inMs() === undefined ? (problem ?? 'it does not answer') : undefined),
    async close() {
      await looking.stop();
      await engine.close();
      await database.end({ timeout: 1 });
    },
  };
}

type Cluster = { identifier: string; name: string; isReplica: boolean; position: number };

/** Where a server is in the log of changes: the end of it, or what a replica has applied of it. */
async function readCluster(database: Database): Promise<Cluster> {
  const [cluster] = await database<Cluster[]>`
    select (select system_identifier::text from pg_control_system()) as identifier, current_database() as name,
      pg_is_in_recovery() as "isReplica",
      pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end,
        '0/0')::bigint as position`;
  if (cluster === undefined) throw new Error('a select of one row returned none');
  return cluster;
}
