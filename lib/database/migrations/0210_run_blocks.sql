-- Tells for each block of runs within which bounds their tasks, ends and durations are: a list of runs that took longer
-- than an hour reads only the blocks that have one, and one of runs that ended since a time finds the earliest of their
-- tasks without reading them all.
drop index run_durations;
create index run_blocks on run using brin ((ended_on - started_on), (started_on - queued_on), ended_on, task_key)
  with (autosummarize = on);
