-- Tasks, runs, steps, events, logs, workers. Hot rows are narrow; what every task pays for is inserted once.
--
-- task        one row a task: its configuration. Written at creation and by an update; never by a run. Its current run
--             is its active_run, else its run with the greatest run_count.
-- active_run  one narrow row for each current run that has not ended: the queue, the leases, the waits. Deleted at the end.
-- run         one row for each ended run: history. A task's status is its active_run's, else that of its current run.
-- step        the journal. A row is written when a step ends, waits, backs off, or has run for a while.
create extension if not exists pg_trgm;

create type run_status as enum (
  'scheduled', 'queued', 'running', 'waiting', 'retrying', 'paused', 'succeeded', 'failed', 'cancelled', 'timedOut'
);
create type run_trigger as enum ('create', 'schedule', 'rerun', 'fork');
create type step_kind as enum ('step', 'sleep', 'event', 'state', 'lock', 'task');
create type step_status as enum ('running', 'waiting', 'retrying', 'succeeded', 'failed', 'cancelled');
create type log_level as enum ('debug', 'info', 'warn', 'error');

create table task (
  key bigint generated always as identity primary key,
  id text collate "C" not null unique,
  type text collate "C" not null,
  name text,
  description text,
  input json,                       -- of the first run; later inputs stand in task_input
  tags jsonb,                       -- null when there are none
  queue text collate "C" not null,
  priority smallint not null,
  concurrency_key text collate "C",
  concurrency_limit integer,
  start_on timestamptz(3),
  schedule jsonb,
  retry jsonb,
  timeout_in_ms bigint,
  retention jsonb,
  sensitive text[],                 -- null when there are none; the type's own pointers included
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

-- `key=value` of every tag, in the order in which the list is read; the triggers keep it equal to task.tags.
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

-- The least key whose task was created at or after a time. Keys follow creation but for the seconds that a transaction
-- lasts: a reader allows for that, and so needs no index on created_on, which every creation would pay for.
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

-- The creation that an idempotency key stands for. `key` is a hash of the caller and the caller's key.
create table task_idempotency (
  key uuid primary key,
  body_hash text not null,
  task_key bigint not null,
  created_on timestamptz(3) not null default now()
);
create index task_idempotency_age on task_idempotency (created_on);

-- Tasks that are gone but whose steps, logs, runs and events are still being removed in batches.
create table deleted_task (
  task_key bigint primary key
);

-- Inputs after the first: a run's input is the row with the greatest from_run_count not above its own, else task.input.
create table task_input (
  task_key bigint not null,
  from_run_count bigint not null,
  input json,
  primary key (task_key, from_run_count)
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
  fence bigint not null default 0,  -- one more at every claim; a journal write carries the claim's
  worker_key bigint,                -- who holds it while it is running
  has_journal boolean not null default false, -- whether a claim must read steps
  queued_on timestamptz(3) not null default now(),
  started_on timestamptz(3),        -- first claim of the run
  due_on timestamptz(3),            -- when scheduled, retrying or waiting ends by itself
  deadline_on timestamptz(3),       -- when the run times out
  wait_kind step_kind,              -- what a waiting run waits for, with its step, name and since when
  wait_sequence integer,
  wait_name text,
  wait_task_key bigint,
  waiting_since timestamptz(3),
  paused_by text,
  paused_on timestamptz(3),
  paused_status run_status,         -- what it goes back to
  last_error json                   -- of the attempt before, while retrying
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index active_run_ready on active_run (queue, type, priority desc, task_key) where status = 'queued';
create index active_run_status on active_run (status, task_key) where status <> 'queued';
create index active_run_due on active_run (due_on) where due_on is not null;
create index active_run_deadline on active_run (deadline_on) where deadline_on is not null;
create index active_run_wait_task on active_run (wait_task_key) where wait_task_key is not null;
create index active_run_concurrency on active_run (concurrency_key) where concurrency_key is not null;

create table run (
  task_key bigint not null,
  run_count bigint not null,
  is_current boolean not null,      -- the task's last run and no active one after it
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

create table step (
  task_key bigint not null,
  run_count bigint not null,
  sequence integer not null,
  name text not null,
  kind step_kind not null,
  status step_status not null,
  attempt integer not null default 1,
  attempts json,                    -- every attempt; null when the first succeeded: then the row itself tells it
  output json,
  error json,
  started_on timestamptz(3) not null,
  ended_on timestamptz(3),
  wake_on timestamptz(3),
  event_name text,
  child_task_id text,
  worker text,
  kept_from bigint,
  primary key (task_key, run_count, sequence)
);

create table external_event (
  id bigint generated always as identity primary key,
  task_key bigint not null,
  name text collate "C" not null,
  data json not null,
  raised_on timestamptz(3) not null default now(),
  raised_by text not null,
  run_count bigint not null,
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

create table worker (
  key bigint generated always as identity primary key,
  id text not null unique,
  name text not null,
  host text not null,
  process_id integer not null,
  is_stopping boolean not null default false,
  is_expired boolean not null default false, -- set under lock by whoever takes its runs over; never unset
  queues text[] not null,
  types text[] not null,
  slots integer not null,
  busy integer not null default 0,
  memory_bytes bigint not null default 0,
  started_on timestamptz(3) not null default now(),
  last_seen_on timestamptz(3) not null default now(),
  expires_on timestamptz(3) not null
);
create index worker_live on worker (expires_on) where not is_expired;

create table task_type (
  type text collate "C" primary key,
  version text not null,
  description text,
  input_schema json,
  events json not null,
  example_input json,
  retry jsonb,
  timeout_in_ms bigint,
  sensitive text[] not null,
  passes_events_on boolean not null default false, -- events a run did not consume are there for the next one
  registered_on timestamptz(3) not null default now()
);

-- What the search reads. Ids, names and types come in batches off the hot path (search_progress tells how far),
-- error texts with the failure itself. What is not in it yet is scanned directly.
create table search_text (
  task_key bigint not null,
  kind "char" not null,             -- t: id, name and type; e: error text of the current run
  body text not null,
  primary key (task_key, kind)
);
create index search_text_body on search_text using gin (body gin_trgm_ops);
create table search_progress (
  is_only boolean primary key default true check (is_only),
  task_key bigint not null
);
insert into search_progress (task_key) values (0);
