-- When a run was first queued is recorded once. A run that waited, backed off, was paused or lost its worker is queued
-- again: that time is in a column of its own.

alter table active_run add column requeued_on timestamptz(3); -- when it was last queued again
