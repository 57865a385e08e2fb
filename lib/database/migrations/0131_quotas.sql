-- Limits of one owner (an operator or a service account) in place of those of the deployment, and what owners use.

create table quota (
  owner text collate "C" primary key,   -- operator:<id>, account:<name>, external:<id>
  requests_per_second bigint check (requests_per_second > 0),     -- null: the limit of the deployment
  concurrent_waits bigint check (concurrent_waits > 0),
  queued_tasks bigint check (queued_tasks > 0),
  stored_bytes_per_hour bigint check (stored_bytes_per_hour > 0),
  version integer not null default 1,
  modified_on timestamptz(3) not null default now(),
  modified_by text not null
);

-- What each service process counts. Nothing is lost with it.
create unlogged table quota_use (
  process_id uuid not null,
  owner text collate "C" not null,
  requests_per_second double precision not null,
  concurrent_waits integer not null,
  stored_bytes_per_hour bigint not null,
  measured_on timestamptz not null default now(),
  primary key (owner, process_id)
);
create index quota_use_age on quota_use (measured_on);

-- Setting quotas needs the scope quotas/manage. Who manages operators gets it.
update operator set scopes = scopes || 'quotas/manage'::text
where 'operators/manage' = any(scopes) and 'quotas/manage' <> all(scopes);
update api_key set scopes = scopes || 'quotas/manage'::text
where 'operators/manage' = any(scopes) and 'quotas/manage' <> all(scopes);
