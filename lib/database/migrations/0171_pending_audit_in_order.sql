-- Each change has a record here for a moment. Those that are left are found by when they came, without walking through the
-- dead rows of those before, which stay while a snapshot is open.
create index pending_audit_pending_on on pending_audit (pending_on);
alter table pending_audit alter column pending_on set default clock_timestamp();
