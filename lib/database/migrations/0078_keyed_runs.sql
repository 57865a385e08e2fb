-- Runs that are queued for a concurrency key and runs that hold one, by a key that only grows. Admission reads those that it
-- has not read before, and so not the index entries that an older snapshot keeps. The indexes by concurrency key serve
-- admission when there are many such runs. `num_nulls` hides from the planner that they would serve here too: it has no
-- statistics to see that it would read all of them.
create index active_run_keyed_queued on active_run (ready_key)
  where status = 'queued' and num_nulls(concurrency_key) = 0 and num_nulls(started_on) = 1;
create index active_run_keyed_held on active_run (ready_key)
  where num_nulls(concurrency_key) = 0 and num_nulls(started_on) = 0;
