-- Wakes the first waiter of a free lock: a run is queued, any other waiter is notified. A run that ends or is paused at the
-- same moment is passed over: its row is read again when it is no longer locked. A run that does something beside its
-- wait is running: its worker is told.
create or replace function wake_lock_waiter(namespace_ text, name_ text) returns void language plpgsql as $$
declare
  first lock_waiter;
  last_key bigint;
  holder bigint;
begin
  loop
    select * into first from lock_waiter w
    where w.namespace = namespace_ and w.name = name_ and is_in_line(w)
    order by w.key limit 1;
    if first.key is null then
      return;
    end if;
    if first.task_key is null then
      perform pg_notify('taskdeck_lock', first.key::text);
      return;
    end if;
    if first.key = last_key then
      select worker_key into holder from active_run
      where task_key = first.task_key and run_count = first.run_count and status = 'running';
      if holder is not null then
        perform announce_ready(array[first.task_key], array[holder]);
      end if;
      return;
    end if;
    update active_run set status = 'queued', queued_on = now(), due_on = null
    where task_key = first.task_key and run_count = first.run_count and status = 'waiting';
    exit when found;
    last_key := first.key;
  end loop;
  perform pg_notify('taskdeck_work', '');
end $$;
