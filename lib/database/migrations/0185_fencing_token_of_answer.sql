-- The fencing token of a lock that was acquired: a retry whose first answer was lost is told of this lock, and of no later one of
-- the same owner.
alter table idempotent_answer add column fencing_token bigint;
