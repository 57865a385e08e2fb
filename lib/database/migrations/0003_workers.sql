-- Workers and the task types that they run.
--
-- worker     One row per worker process. Its lease lasts until expires_on. Flushes that carry a heartbeat renew it.
-- task_type  One row per type, as the worker that last registered it defines it.

create table worker (
  key bigint generated always as identity primary key,
  id text not null unique,
  name text not null,
  host text not null,
  process_id integer not null,
  is_stopping boolean not null default false,
  is_expired boolean not null default false, -- set when its runs are taken over, under a row lock; final
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
  passes_events_on boolean not null default false, -- whether the next run gets the events that a run did not consume
  registered_on timestamptz(3) not null default now()
);
