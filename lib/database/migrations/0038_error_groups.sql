-- Groups of failures with one cause.
--
-- error_group        One row per cause, with what operators did about it. Its id is the fingerprint that began it.
-- error_fingerprint  The fingerprints of a group: one, until groups are merged or the rules of grouping change.
-- error_count        Failures by fingerprint, worker version and five minutes; by hour when they are older than two days.
-- failure            Failures that are not counted yet. A trigger adds one row per failed run and nothing else, so that
--                    failures at full speed never update the same row. The service counts and deletes them every second.
-- worker_version     The versions of the types that a worker registered, when they changed.
-- type_version       When a version of a type was first registered.

create table error_group (
  id text collate "C" primary key,
  type text collate "C" not null,
  step text,
  error_name text not null,
  code text,
  title text,                       -- the message without its variable parts; null when it can quote sensitive values
  name text,
  owner text collate "C",
  state text not null default 'open' check (state in ('open', 'resolved', 'muted')),
  changed_on timestamptz(3),        -- when the state was set
  changed_by text,
  resolved_in text,                 -- failures of versions that were registered before this one do not reopen it
  muted_until timestamptz(3),
  muted_failures bigint,            -- how many more failures end the mute
  muted_per_hour bigint,            -- more failures within an hour end the mute
  reopened_on timestamptz(3),
  first_seen_on timestamptz(3) not null,
  last_seen_on timestamptz(3) not null,
  last_task_key bigint not null,
  last_run_count bigint not null,
  heat double precision not null    -- the logarithm of its failures, each worth half of one that is six hours newer
);
create index error_group_heat on error_group (heat, id);
create index error_group_cause on error_group (type, error_name);
create index error_group_age on error_group (last_seen_on);

create table error_fingerprint (
  fingerprint text collate "C" primary key,
  group_id text collate "C" not null
);
create index error_fingerprint_group on error_fingerprint (group_id);

create table error_count (
  fingerprint text collate "C" not null,
  since timestamptz(3) not null,
  version text collate "C" not null,  -- empty when it is not known
  count bigint not null,
  primary key (fingerprint, since, version)
);
create index error_count_age on error_count (since);

create table failure (
  id bigint generated always as identity primary key,
  fingerprint text collate "C" not null,
  task_key bigint not null,
  run_count bigint not null,
  worker text collate "C",
  ended_on timestamptz(3) not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

create function note_failure() returns trigger language plpgsql as $$
begin
  insert into failure (fingerprint, task_key, run_count, worker, ended_on)
  values (new.fingerprint, new.task_key, new.run_count, new.worker, new.ended_on);
  return null;
end $$;
create trigger run_failed after insert on run for each row
  when (new.fingerprint is not null) execute function note_failure();

create index run_of_fingerprint on run (fingerprint, task_key, run_count) where fingerprint is not null;

create table worker_version (
  worker text collate "C" not null,
  type text collate "C" not null,
  version text collate "C" not null,
  registered_on timestamptz(3) not null default now(),
  primary key (worker, type, registered_on)
);
create table type_version (
  type text collate "C" not null,
  version text collate "C" not null,
  registered_on timestamptz(3) not null default now(),
  primary key (type, version)
);

-- Failures before this migration count too, as far as they are kept.
insert into failure (fingerprint, task_key, run_count, worker, ended_on)
select fingerprint, task_key, run_count, worker, ended_on from run
where fingerprint is not null and ended_on > now() - interval '30 days' order by ended_on;
insert into type_version (type, version, registered_on) select type, version, registered_on from task_type;
