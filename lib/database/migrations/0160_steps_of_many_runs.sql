-- What PostgreSQL expects when it looks for the rows of a task or a run whose key it does not know yet. From a sample it would
-- conclude that most rows belong to any task when one task has most of them, and read them again for every other task.
alter table step alter column task_key set (n_distinct = -0.05), alter column run_count set (n_distinct = -0.05);
alter table external_event alter column task_key set (n_distinct = -0.05);
alter table log_entry alter column task_key set (n_distinct = -0.05), alter column run_count set (n_distinct = -0.05);

analyze step (task_key, run_count);
analyze external_event (task_key);
analyze log_entry (task_key, run_count);
