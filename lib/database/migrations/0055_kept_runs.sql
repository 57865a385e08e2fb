-- A run that has begun to wait stays in the memory of its worker for a while. The worker takes it up again when no other
-- claim came between, which the fence shows: `resume_run` of a flush. A transaction that queues the run names it in its notification.
alter table active_run add column kept_by bigint; -- the worker that kept the run when it began to wait

drop function if exists flush_journal;

-- Failures are noted where runs end: a trigger for each row of the history doubled what its insert costs.
drop trigger run_failed on run;
drop function note_failure;
