-- Tells for each block of runs within which bounds their durations are: a list of runs that took longer than an hour reads
-- only the blocks that have one.
create index run_durations on run using brin ((ended_on - started_on), (started_on - queued_on)) with (autosummarize = on);
