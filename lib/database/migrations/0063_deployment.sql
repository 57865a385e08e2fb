-- What the report of a deployment tells: service processes, versions of workers, and sessions of every role.

-- One row per service process, which it renews while it runs and removes when it stops.
create table service_process (
  id uuid primary key,
  host text not null,
  process_id integer not null,
  version text not null,
  started_on timestamptz(3) not null default now(),
  last_seen_on timestamptz(3) not null default now(),
  memory_bytes bigint not null,
  clock_offset_in_ms bigint not null,        -- how far its clock is ahead of the database's
  blob_store text not null,
  facts jsonb not null                       -- what it knows of its own machine and settings; never a secret
);

alter table worker add column version text not null default 'unknown';

-- Sessions of this database as the owner of the tables sees them. Without their queries, which can hold values.
create function database_sessions()
returns table (pid integer, started_on timestamptz, application text, state text, is_seen boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select pid, xact_start, application_name, state, query is distinct from '<insufficient privilege>'
  from pg_stat_activity
  where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend'
$$;

-- Replicas that are connected, and slots that nobody reads: the server keeps its log for both.
create function database_replicas() returns table (name text, state text, kept_bytes bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(application_name, 'replica'), coalesce(state, 'unknown'),
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint
  from pg_stat_replication
  union all
  select slot_name, 'inactive', pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint
  from pg_replication_slots where not active
$$;

-- Reading the report needs the scope deployment/read. Who manages operators gets it.
update operator set scopes = scopes || 'deployment/read'::text
where 'operators/manage' = any(scopes) and 'deployment/read' <> all(scopes);
update api_key set scopes = scopes || 'deployment/read'::text
where 'operators/manage' = any(scopes) and 'deployment/read' <> all(scopes);
