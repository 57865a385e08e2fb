-- Runs that wait for one event: by its name, and by where they are. Both have type and queue before the key, so that the newest
-- waits of each place are found without those of others (lib/engine/events/list-event-waits.ts).
create index active_run_event_name on active_run (wait_name collate "C", type, queue, task_key)
  where status = 'waiting' and wait_kind = 'event' and wait_sequence is not null;
create index active_run_event_place on active_run (type, queue, task_key) include (wait_name)
  where status = 'waiting' and wait_kind = 'event' and wait_sequence is not null;
-- Runs with several waits, which are in their steps.
create index active_run_several_waits on active_run (task_key) include (run_count, type, queue)
  where status = 'waiting' and wait_sequence is null;
