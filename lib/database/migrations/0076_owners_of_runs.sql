-- Whose queued runs a run counts among: a person, a service account, a task that created it. Null for runs of a schedule
-- and for those from before.
alter table active_run add owner text;

-- Whose runs those of a start time or a schedule count among. Null for tasks without one and for those from before, whose
-- runs count for the name of the creator.
alter table task add owner text;

-- Whose runs count that a bulk operation queues.
alter table bulk_operation add creator_owner text;
