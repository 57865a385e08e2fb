-- Audit records of changes that are committed and not answered yet. A change writes its own here in its transaction. It
-- goes when the record is part of the trail. Those of a process that ended before, another one adds to the trail.
create table pending_audit (
  id uuid primary key,
  process_id uuid not null,        -- the service process that answers; see service_process
  pending_on timestamptz(3) not null default now(),
  record json not null             -- the record as it is when nothing follows
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
