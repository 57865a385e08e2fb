-- Runs that back off in a step, so that they are found among any number of runs that wait as their handlers asked.
create index active_run_step_backoff on active_run (task_key) where status = 'waiting' and wait_kind = 'step';
