-- What happens in a run: its steps, the events raised for it, its log.
--
-- step            The journal. A row is written when a step ends, waits, backs off, or has been running for a while.
-- external_event  One row per event raised for a task, with the step that consumed it.
-- log_entry       One row per log line of a run.

create type step_status as enum ('running', 'waiting', 'retrying', 'succeeded', 'failed', 'cancelled');
create type log_level as enum ('debug', 'info', 'warn', 'error');

create table step (
  task_key bigint not null,
  run_count bigint not null,
  sequence integer not null,
  name text not null,
  kind step_kind not null,
  status step_status not null,
  attempt integer not null default 1,
  attempts json,                    -- all attempts; null when the first succeeded
  output json,
  error json,
  started_on timestamptz(3) not null,
  ended_on timestamptz(3),
  wake_on timestamptz(3),
  event_name text,
  child_task_id text,
  worker text,
  kept_from bigint,                 -- of a fork: the run that the step was copied from
  primary key (task_key, run_count, sequence)
);

create table external_event (
  id bigint generated always as identity primary key,
  task_key bigint not null,
  name text collate "C" not null,
  data json not null,
  raised_on timestamptz(3) not null default now(),
  raised_by text not null,
  run_count bigint not null,        -- the current run when the event was raised
  consumed_run_count bigint,
  consumed_sequence integer,
  consumed_on timestamptz(3)
);
create index external_event_task on external_event (task_key, id);
create index external_event_name on external_event (name, id);

create table log_entry (
  id bigint generated always as identity primary key,
  task_key bigint not null,
  run_count bigint not null,
  attempt integer not null,
  sequence integer,
  level log_level not null,
  message text not null,
  fields json,
  logged_on timestamptz(3) not null default now()
);
create index log_entry_run on log_entry (task_key, run_count, id);
