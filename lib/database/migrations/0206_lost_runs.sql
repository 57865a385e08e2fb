-- Runs whose workers were lost while they ran, one after the other at the same place.
create table lost_run (
  task_key bigint primary key,
  run_count bigint not null,
  place text not null,              -- attempt of the run, its last step, and the attempts of that
  losses smallint not null,
  lost_on timestamptz(3) not null default now()
);
