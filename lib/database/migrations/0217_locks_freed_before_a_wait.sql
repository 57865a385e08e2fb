-- Passes on the turn in the lines in which a run has begun to wait, where the lock is free. The run has asked for the lock in an
-- earlier transaction: a release in between found it running, and woke nobody. Takes the lock of each name first: a release sees
-- the run waiting, or is seen here.
create function wake_lines_of(task bigint) returns void language plpgsql as $$
declare
  line record;
begin
  for line in
    select distinct namespace, name from lock_waiter where task_key = task order by namespace, name
  loop
    perform guard_lock_name(line.namespace, line.name);
    perform wake_free_lines(array[line.namespace], array[line.name]);
  end loop;
end $$;
