-- Ready runs are claimed by keys that grow, so that a claim can begin behind all that were taken before it. The index
-- entries of those stay until a vacuum removes them, and no vacuum does while an older snapshot is held.
--
-- A fresh run, inserted as queued and not changed since, has its task_key. Every other run has the next value of the
-- sequence, which is negative, each time it comes back to the queue.
create sequence returned_run as bigint minvalue -9000000000000000 maxvalue -1;
alter table active_run add column ready_key bigint;
update active_run set ready_key = case
  when status = 'queued' and run_count = 1 and started_on is null and requeued_on is null and concurrency_key is null
  then task_key else nextval('returned_run') end;
alter table active_run alter column ready_key set default nextval('returned_run'), alter column ready_key set not null;

drop index active_run_ready;
create index active_run_ready on active_run (queue, type, priority desc, ready_key)
  where status = 'queued' and (concurrency_key is null or started_on is not null);
