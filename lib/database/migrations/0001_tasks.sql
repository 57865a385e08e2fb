-- Tasks and their runs.
--
-- task        One row per task: its configuration. Creation and updates write it. Runs never do.
-- active_run  One narrow row per run that has not ended: the queue, the leases, the waits. Deleted when the run ends.
-- run         One row per run that has ended: the history.
--
-- The current run of a task is its active_run, else its run with the greatest run_count.
-- The status of a task is the status of its current run.

create type run_status as enum (
  'scheduled', 'queued', 'running', 'waiting', 'retrying', 'paused', 'succeeded', 'failed', 'cancelled', 'timedOut'
);
create type run_trigger as enum ('create', 'schedule', 'rerun', 'fork');
-- Of a step (0002_steps.sql), and of what a waiting run waits for.
create type step_kind as enum ('step', 'sleep', 'event', 'state', 'lock', 'task');

create table task (
  key bigint generated always as identity primary key,
  id text collate "C" not null unique,
  type text collate "C" not null,
  name text,
  description text,
  input json,                       -- of the first run; task_input has later ones
  tags jsonb,                       -- null for none
  queue text collate "C" not null,
  priority smallint not null,
  concurrency_key text collate "C",
  concurrency_limit integer,
  start_on timestamptz(3),
  schedule jsonb,
  retry jsonb,
  timeout_in_ms bigint,
  retention jsonb,
  sensitive text[],                 -- JSON Pointers, those of the task's type included; null for none
  parent_key bigint,
  parent_run_count bigint,
  parent_sequence integer,
  version bigint not null default 1,
  created_on timestamptz(3) not null default now(),
  created_by text not null,
  modified_on timestamptz(3) not null default now(),
  modified_by text not null
);
create index task_of_type on task (type, key);
create index task_of_queue on task (queue, key);
create index task_parent on task (parent_key, key) where parent_key is not null;
create index task_schedule on task (key) where schedule is not null;
create index task_retention on task (key) where retention is not null;

-- One row per tag of a task, as `key=value`, in the order in which lists are read. Triggers keep it equal to task.tags.
create table task_tag (
  tag text collate "C" not null,
  task_key bigint not null,
  primary key (tag, task_key)
);
create function remove_task_tags() returns trigger language plpgsql as $$
begin
  delete from task_tag
  where task_key = old.key and tag in (select name || '=' || value from jsonb_each_text(old.tags) as t (name, value));
  return null;
end $$;
create function add_task_tags() returns trigger language plpgsql as $$
begin
  insert into task_tag (tag, task_key)
  select name || '=' || value, new.key from jsonb_each_text(new.tags) as t (name, value);
  return null;
end $$;
create trigger task_tags_on_delete after delete on task for each row
  when (old.tags is not null) execute function remove_task_tags();
create trigger task_tags_before_change after update of tags on task for each row
  when (old.tags is distinct from new.tags and old.tags is not null) execute function remove_task_tags();
create trigger task_tags_changed after update of tags on task for each row
  when (old.tags is distinct from new.tags and new.tags is not null) execute function add_task_tags();
create trigger task_tags_on_insert after insert on task for each row
  when (new.tags is not null) execute function add_task_tags();

-- Returns the smallest key of a task created at or after a time. It uses binary search, because an index on created_on
-- would make every creation slower. Keys follow creation times only up to the duration of a transaction: callers allow
-- for that.
create function first_task_key_since(since timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(key) from task), 0) + 1;
  middle bigint;
  found task;
begin
  while low < high loop
    middle := (low + high) / 2;
    select * into found from task where key >= middle order by key limit 1;
    if not found.created_on < since or found.key is null then
      high := middle;
    else
      low := found.key + 1;
    end if;
  end loop;
  return low;
end $$;

-- The task that a creation with an idempotency key made. `key` is a hash of the caller and of the caller's key.
create table task_idempotency (
  key uuid primary key,
  body_hash text not null,
  task_key bigint not null,
  created_on timestamptz(3) not null default now()
);
create index task_idempotency_age on task_idempotency (created_on);

-- Inputs after the first. The input of a run is the row with the greatest from_run_count up to its own run_count, and
-- task.input when there is none.
create table task_input (
  task_key bigint not null,
  from_run_count bigint not null,
  input json,
  primary key (task_key, from_run_count)
);

-- Deleted tasks whose steps, logs, runs and events are still being deleted in batches.
create table deleted_task (
  task_key bigint primary key
);

create table active_run (
  task_key bigint primary key,
  run_count bigint not null,
  status run_status not null,
  trigger run_trigger not null,
  triggered_by text not null,
  forked_from_run_count bigint,
  forked_from_sequence integer,
  type text collate "C" not null,
  queue text collate "C" not null,
  priority smallint not null,
  concurrency_key text collate "C",
  concurrency_limit integer,
  attempt integer not null default 1,
  fence bigint not null default 0,  -- grows by a random amount at every claim; writes carry the value of their claim
  worker_key bigint,                -- holds the lease while the run is running
  has_journal boolean not null default false, -- whether a worker that claims the run must read its steps
  queued_on timestamptz(3) not null default now(),
  started_on timestamptz(3),        -- when the run was first claimed
  due_on timestamptz(3),            -- when a scheduled, retrying or waiting run is queued by the timer
  deadline_on timestamptz(3),       -- when the run times out
  wait_kind step_kind,              -- what a waiting run waits for; of several waits, the first
  wait_sequence integer,            -- null for several waits
  wait_name text,
  wait_task_key bigint,
  waiting_since timestamptz(3),
  paused_by text,
  paused_on timestamptz(3),
  paused_status run_status,         -- the status before the pause
  last_error json                   -- of the previous attempt, while retrying
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- Runs that a worker may claim at once: they have no concurrency key, or already hold it.
create index active_run_ready on active_run (queue, type, priority desc, task_key)
  where status = 'queued' and (concurrency_key is null or started_on is not null);
-- Runs that must first get their concurrency key, and the runs that hold one.
create index active_run_ready_keyed on active_run (concurrency_key, priority desc, task_key)
  where status = 'queued' and concurrency_key is not null and started_on is null;
create index active_run_concurrency on active_run (concurrency_key)
  where concurrency_key is not null and started_on is not null;
create index active_run_status on active_run (status, task_key) where status <> 'queued';
create index active_run_due on active_run (due_on) where due_on is not null;
create index active_run_deadline on active_run (deadline_on) where deadline_on is not null;
create index active_run_wait_task on active_run (wait_task_key) where wait_task_key is not null;

create table run (
  task_key bigint not null,
  run_count bigint not null,
  is_current boolean not null,      -- whether this is the current run of its task
  status run_status not null,
  trigger run_trigger not null,
  triggered_by text not null,
  forked_from_run_count bigint,
  forked_from_sequence integer,
  attempt integer not null,
  output json,
  error json,
  fingerprint text collate "C",
  queued_on timestamptz(3) not null,
  started_on timestamptz(3),
  ended_on timestamptz(3) not null default now(),
  worker text,
  primary key (task_key, run_count)
);
create index run_status_current on run (status, task_key) where is_current;
create index run_ended on run (ended_on, task_key);
create index run_fingerprint on run (fingerprint, task_key) where is_current and fingerprint is not null;
