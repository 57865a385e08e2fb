-- Functions of active runs. They look these up without joins by equality. For those the planner may read all of the
-- primary key, with the entries of dead rows: to it the table is empty whenever the last vacuum found no row alive.

-- Notifies workers of queued runs. Names those that a worker may have in its memory, each with that worker.
create or replace function announce_ready(tasks bigint[], keepers bigint[]) returns void language plpgsql as $$
begin
  if cardinality(tasks) > 200 or array_position(keepers, null) is not null then
    perform pg_notify('taskdeck_work', '');
  end if;
  if cardinality(tasks) <= 200 and array_remove(keepers, null) <> '{}' then
    perform pg_notify('taskdeck_work', json_build_object('k', (
      select json_agg(json_build_array(r.task, r.keeper)) from unnest(tasks, keepers) r (task, keeper)
      where r.keeper is not null))::text);
  end if;
end $$;

-- Queues the runs that wait for one of these ended tasks. A waiting run without wait_sequence has several waits: it
-- wakes when any of its children ends. Returns how many runs were queued.
create or replace function wake_waiting_parents(ended bigint[], parents bigint[]) returns integer language plpgsql as $$
declare
  woken bigint[];
  keepers bigint[];
begin
  with parent as (
    select w.task_key
    from unnest(ended) e (key), lateral (select * from active_run where wait_task_key = e.key offset 0) w
    where w.status = 'waiting'
    union
    select w.task_key
    from unnest(parents) p (key), lateral (select * from active_run where task_key = p.key offset 0) w
    where w.status = 'waiting' and w.wait_sequence is null
  ), ready as (
    select p.task_key
    from (select task_key from parent order by task_key) p,
      lateral (select * from active_run where task_key = p.task_key offset 0 for update) a
    where a.status = 'waiting'
      and (a.wait_task_key = any (ended) or a.task_key = any (parents) and a.wait_sequence is null)
  ), queued as (
    update active_run a set status = 'queued', queued_on = now(), due_on = null
    from ready where a.task_key = any (array[ready.task_key])
    returning a.task_key, a.kept_by
  )
  select array_agg(q.task_key), array_agg(q.kept_by) into woken, keepers from queued q;
  perform announce_ready(woken, keepers);
  return coalesce(cardinality(woken), 0);
end $$;

-- Ends runs from outside their workers, and notifies the workers. Returns the ended tasks that have a schedule.
create or replace function end_runs(tasks bigint[], status_ run_status, error_ json) returns setof bigint language plpgsql as $$
declare
  ended bigint[];
begin
  with gone as (
    delete from active_run a where a.task_key = any (tasks) returning a.*
  ), kept as (
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, forked_from_run_count,
      forked_from_sequence, attempt, error, fingerprint, queued_on, started_on, worker)
    select g.task_key, g.run_count, true, status_, g.trigger, g.triggered_by, g.forked_from_run_count,
      g.forked_from_sequence, g.attempt, error_, error_ ->> 'fingerprint', g.queued_on, g.started_on,
      (select w.name from worker w where w.key = g.worker_key)
    from gone g
  ), described as (
    insert into search_text (task_key, kind, body)
    select g.task_key, 'e', error_ ->> 'name' || ': ' || (error_ ->> 'message') from gone g
    where error_ is not null
    on conflict (task_key, kind) do update set body = excluded.body
  ), noted as (
    insert into failure (fingerprint, task_key, run_count, worker, ended_on)
    select error_ ->> 'fingerprint', g.task_key, g.run_count, (select w.name from worker w where w.key = g.worker_key), now()
    from gone g where error_ ->> 'fingerprint' is not null
  )
  select array_agg(g.task_key) into ended from gone g;
  if ended is null then
    return;
  end if;
  update step s set status = 'cancelled', ended_on = now(), wake_on = null
  from run r
  where r.task_key = any (ended) and r.is_current and s.task_key = r.task_key and s.run_count = r.run_count
    and s.status in ('running', 'waiting', 'retrying');
  perform wake_waiting_parents(ended, (select array_agg(parent_key) from task where key = any (ended)));
  perform pg_notify('taskdeck_control', json_build_object('k', ended)::text);
  perform pg_notify('taskdeck_change', case when cardinality(ended) > 50 then '{"t":[],"c":0,"m":1}'
    else json_build_object('t', (select json_agg(id) from task where key = any (ended)), 'c', 0, 'm', 0)::text end);
  return query select t.key from task t where t.schedule is not null and t.key = any (ended);
end $$;

-- Takes the runs of lost workers back to their queues. A run may be what ended its worker. So from its third loss in a row
-- without progress it waits, longer each time, by a random part more or less: the runs that were lost with it run without it.
create or replace function free_runs(worker_keys bigint[]) returns integer language plpgsql as $$
declare
  freed integer;
begin
  if cardinality(worker_keys) = 0 then
    return 0;
  end if;
  with held as (
    select a.task_key, a.run_count, a.attempt from active_run a
    where a.status = 'running' and a.worker_key = any (worker_keys)
    for update
  ), placed as (
    select h.task_key, h.run_count, concat_ws('/', h.attempt, s.sequence, json_array_length(s.attempts)) as place
    from held h left join lateral (
      select sequence, attempts from step
      where step.task_key = h.task_key and step.run_count = h.run_count order by sequence desc limit 1
    ) s on true
  ), lost as (
    insert into lost_run as l (task_key, run_count, place, losses) select task_key, run_count, place, 1 from placed
    on conflict (task_key) do update set
      losses = case when (l.run_count, l.place) = (excluded.run_count, excluded.place)
        then least(l.losses + 1, 1000) else 1 end,
      run_count = excluded.run_count, place = excluded.place, lost_on = excluded.lost_on
    returning l.task_key, l.losses
  ), delayed as (
    select task_key, losses, (0.75 + random() / 2) * case losses
        when 1 then null when 2 then null when 3 then interval '2 s' when 4 then interval '15 s'
        when 5 then interval '1 min' when 6 then interval '5 min' else interval '10 min' end as delay
    from lost
  )
  update active_run a set
    status = case when d.delay is null then 'queued'::run_status else 'retrying' end,
    worker_key = null,
    queued_on = case when d.delay is null then now() else a.queued_on end,
    due_on = now() + d.delay,
    last_error = case when d.delay is null then a.last_error else json_build_object(
      'name', 'WorkerLostError',
      'message', format('%s workers in a row were lost while they ran this; it may be what ended them', d.losses),
      'fingerprint', 'worker-lost') end
  from delayed d where a.task_key = any (array[d.task_key]);
  get diagnostics freed = row_count;
  if freed > 0 then
    perform pg_notify('taskdeck_work', '');
  end if;
  return freed;
end $$;

-- A crowded run keeps its place behind the runs of other callers until it begins, whatever changes it before. Its key is
-- 2^52 plus a value of the sequence of task keys. A statement that sets a key decides by itself.
create or replace function note_return() returns trigger language plpgsql as $$
declare
  crowded_from constant bigint := 4503599627370496;
begin
  if new.ready_key <> old.ready_key then
    return new;
  end if;
  if old.ready_key < crowded_from or new.started_on is not null then
    new.ready_key := nextval('returned_run');
  elsif old.status <> 'queued' or (new.queue, new.priority) <> (old.queue, old.priority)
    or new.concurrency_key is distinct from old.concurrency_key then
    new.ready_key := crowded_from + nextval('task_key_seq');
  end if;
  return new;
end $$;

-- When a run was first queued is recorded once. A run that waited, backed off, was paused or lost its worker is queued
-- again: that time is in a column of its own.
create or replace function keep_first_queued() returns trigger language plpgsql as $$
begin
  new.requeued_on := new.queued_on;
  new.queued_on := old.queued_on;
  return new;
end $$;

-- A worker that was seen later than now shows that the clock was set back.
create or replace function note_set_back() returns trigger language plpgsql as $$
begin
  with overlapping as (
    delete from repeated_time where back <= old.last_seen_on and ahead >= new.last_seen_on returning back, ahead
  )
  insert into repeated_time (back, ahead)
  select least(new.last_seen_on, min(back)), greatest(old.last_seen_on, max(ahead)) from overlapping;
  return null;
end $$;
