-- Past runs that retention has removed, whose steps, logs and events are still being deleted in batches.
create table removed_run (
  task_key bigint not null,
  run_count bigint not null,
  primary key (task_key, run_count)
);
