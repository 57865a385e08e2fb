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

-- Reading the report needs the scope deployment/read. Who manages operators gets it.
update operator set scopes = scopes || 'deployment/read'::text
where 'operators/manage' = any(scopes) and 'deployment/read' <> all(scopes);
update api_key set scopes = scopes || 'deployment/read'::text
where 'operators/manage' = any(scopes) and 'deployment/read' <> all(scopes);
