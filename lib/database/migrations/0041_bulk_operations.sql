-- Operations on many tasks. Each is a task of the type `taskdeck.bulk-operation` with the same id, whose handler works
-- them off. These tables say what to do and what became of each task. They outlive that task.

create table bulk_operation (
  key bigint generated always as identity primary key,
  id text collate "C" not null unique,
  action json not null,
  selection json not null,             -- a filter has only absolute times
  reason text,
  stages integer[] not null,           -- sizes of the first stages; the last one has the rest
  maximum_failures integer,            -- null: it never stops by itself
  tasks_per_second integer,
  wait_for_end_in_ms bigint not null,  -- how long a stage waits for the runs that it started
  creator_kind text not null,
  creator_id text not null,
  creator_name text not null,
  creator_scopes text[] not null,      -- those it had at creation
  creator_until timestamptz(3),        -- when the token of a caller expires whose rights cannot be read again
  source_address text not null,
  request_id text not null,
  created_on timestamptz(3) not null default now(),
  starts_on timestamptz(3) not null,
  started_on timestamptz(3),
  collected_key bigint not null default 0, -- a filter is frozen up to this key of a task
  last_task_key bigint not null,           -- the last task that existed at creation
  is_collected boolean not null,
  stage integer not null default 0,
  stage_acted_on timestamptz(3),       -- when all tasks of the stage were acted on
  total integer not null default 0,
  running integer not null default 0,
  succeeded integer not null default 0,
  refused integer not null default 0,
  failed integer not null default 0,
  ended_on timestamptz(3),
  is_stopped boolean not null default false,
  end_reason text
);
create index bulk_operation_active on bulk_operation (key) where ended_on is null;
create index bulk_operation_ended on bulk_operation (ended_on) where ended_on is not null;

-- One row for each task of an operation, in the order in which they are acted on.
--
-- pending    not acted on yet
-- running    acted on; the run that this started or continued has not ended
-- succeeded  acted on, and its run succeeded where the operation waits for it
-- refused    the task's state does not allow the action
-- failed     the action failed, or its run did not succeed
create table bulk_item (
  operation_key bigint not null,
  position integer not null,
  task_id text collate "C" not null,
  task_key bigint,                     -- null: there was no such task
  status text not null default 'pending',
  run_count bigint,                    -- the run that the action started or continued
  cause text,                          -- groups what was refused and what failed
  code text,
  message text,
  acted_on timestamptz(3),
  ended_on timestamptz(3),
  primary key (operation_key, position)
);
create index bulk_item_status on bulk_item (operation_key, status, position);
