-- When a run was first queued is recorded once. A run that waited, backed off, was paused or lost its worker is queued
-- again: that time is in a column of its own.

alter table active_run add column requeued_on timestamptz(3); -- when it was last queued again

create function keep_first_queued() returns trigger language plpgsql as $$
begin
  new.requeued_on := new.queued_on;
  new.queued_on := old.queued_on;
  return new;
end $$;

-- A scheduled run has not been queued yet, whatever its column says.
create trigger active_run_first_queued before update of queued_on on active_run for each row
  when (new.queued_on is distinct from old.queued_on and old.status <> 'scheduled'
    and old.paused_status is distinct from 'scheduled')
  execute function keep_first_queued();
