import type { Deployment } from '#contract';
import { type Database, ownsTables } from '#database';

type DatabaseReport = Deployment['database'];
type ServerRow = Pick<DatabaseReport, 'version' | 'migration' | 'sizeBytes'> & { used: number; maximum: number };
type TransactionRow = { startedOn: string; application: string; state: string };
type ReplicaRow = { name: string; state: string; keptBytes: number | null };

/** What is known of the database: its report, and whether the role of the service owns the tables. */
type ReadDatabase = { report: DatabaseReport; isOwner: boolean };

/** Reads statistics that PostgreSQL keeps anyway: the cost does not grow with the data. */
export async function readDatabase(database: Database): Promise<ReadDatabase> {
  const [[server], [oldest], [unseen], replicas, tables, isOwner] = await Promise.all([
    database<ServerRow[]>`
      select current_setting('server_version') as version,
        (select replace(max(name), '.sql', '') from migration) as migration,
        pg_database_size(current_database()) as "sizeBytes",
        (select sum(numbackends) from pg_stat_database)::integer as used,
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as maximum`,
    database<TransactionRow[]>`
      select "startedOn"::timestamptz(3), application, state from (
        select started_on as "startedOn", application, state from ${sessions(database)} session where is_seen
        union all
        select prepared, gid, 'prepared' from pg_prepared_xacts where database = current_database()
      ) open where "startedOn" is not null order by "startedOn" limit 1`,
    database<{ count: number }[]>`
      select count(*)::integer as count from (
        select from ${sessions(database)} session group by pid having not bool_or(is_seen)) hidden`,
    database<ReplicaRow[]>`
      select name, state, kept_bytes as "keptBytes" from database_replicas() order by name limit 20`,
    database<DatabaseReport['tables']>`
      select relname as name, n_live_tup as rows, n_dead_tup as "deadRows",
        pg_total_relation_size(relid) as "sizeBytes"
      from pg_stat_user_tables where schemaname = current_schema()
      order by n_tup_ins + n_tup_upd + n_tup_del desc, relname limit 10`,
    ownsTables(database),
  ]);
  if (server === undefined || unseen === undefined) throw new Error('a select without a table returns a row');
  const { used, maximum, ...same } = server;
  const report = {
    ...same,
    connections: { used, maximum },
    ...(oldest !== undefined && { oldestTransaction: oldest }),
    unseenSessions: unseen.count,
    replicas: replicas.map(({ keptBytes, ...replica }) => ({ ...replica, ...(keptBytes !== null && { keptBytes }) })),
    tables: [...tables],
  };
  return { report, isOwner };
}

/** The sessions of this database, as the owner of the tables and as the role of the service sees them. */
function sessions(database: Database) {
  return database`(
    select * from database_sessions() where pid <> pg_backend_pid()
    union all
    select pid, xact_start, application_name, state, query is distinct from '<insufficient privilege>'
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and coalesce(backend_type, 'client backend') = 'client backend')`;
}
