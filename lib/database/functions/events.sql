-- Raises an event on each of these tasks and queues the runs that wait for it. Locks the rows of active runs and then
-- reads their waits in a later statement. The registration of a wait locks the row and then reads the events. So one of
-- the two sees the other, and no wake-up is lost. A task whose run has no row to lock, because it has ended or its input is
-- being changed, is locked itself: until this is committed it begins no other run, which could wait for the event without
-- seeing it, and is not deleted. A run without wait_sequence has several waits, which are in its steps.
-- Omits missing tasks, and those whose run has `most` events that it has not consumed, unless it waits for this one.
create or replace function raise_events(ids text[], name_ text, data_ json, raised_by_ text, change text, most integer)
returns setof external_event rows 1 language plpgsql as $$
declare
  targets bigint[];
  locked bigint[];
  woken bigint[];
  keepers bigint[];
begin
  targets := array(select key from task where id = any (ids) order by key);
  locked := array(
    select t.key from unnest(targets) t (key), lateral (select from active_run where task_key = t.key offset 0 for update) a);
  if cardinality(locked) < cardinality(targets) then
    targets := array(
      select t.key from unnest(targets) t (key),
        lateral (select from task where task.key = t.key and t.key <> all (locked) offset 0 for key share) one) || locked;
    perform from unnest(targets) t (key), lateral (select from active_run where task_key = t.key offset 0 for update) a;
  end if;
  return query
    insert into external_event (task_key, name, data, raised_by, run_count)
    select t.key, name_, data_, raised_by_, r.run_count
    from unnest(targets) t (key)
      left join lateral (select * from active_run where active_run.task_key = t.key offset 0) a on true
      cross join lateral (
        select coalesce(a.run_count, (select max(run.run_count) from run where run.task_key = t.key)) as run_count offset 0
      ) r
    where most > (
        select count(*) from (
          select from external_event e
          where e.task_key = t.key and e.run_count = r.run_count and e.consumed_on is null limit most) unconsumed)
      or a.status = 'waiting' and (
        a.wait_kind = 'event' and a.wait_name = name_
        or a.wait_sequence is null and exists (
          select from step s where s.task_key = t.key and s.run_count = r.run_count and s.status = 'waiting'
            and s.event_name = name_))
    returning *;
  with queued as (
    update active_run a set status = 'queued', queued_on = now(), due_on = null
    from unnest(targets) t (key)
    where a.task_key = any (array[t.key]) and a.status = 'waiting' and (
      a.wait_kind = 'event' and a.wait_name = name_
      or a.wait_sequence is null and exists (
        select from step s where s.task_key = a.task_key and s.run_count = a.run_count and s.status = 'waiting'
          and s.event_name = name_))
    returning a.task_key, a.kept_by
  )
  select array_agg(q.task_key), array_agg(q.kept_by) into woken, keepers from queued q;
  perform announce_ready(woken, keepers);
  if cardinality(targets) > 0 then
    perform pg_notify('taskdeck_change', change);
  end if;
end $$;

-- Whether a run of a task gets no event of an earlier run because the task hides events of this name from whoever gave
-- the run its input.
create or replace function event_is_withheld(task_key_ bigint, name_ text, raised_run bigint, run bigint)
returns boolean language sql stable as $$
  select coalesce((
      select i.withholds_events and i.from_run_count > raised_run from task_input i
      where i.task_key = task_key_ and i.from_run_count <= run order by i.from_run_count desc limit 1), false)
    and exists (
      select from task t left join task_type tt on tt.type = t.type,
        unnest(coalesce(t.sensitive, '{}') || coalesce(tt.sensitive, '{}')) pointer
      where t.key = task_key_
        and starts_with(pointer || '/', '/events/' || replace(replace(name_, '~', '~0'), '/', '~1') || '/'))
$$;
