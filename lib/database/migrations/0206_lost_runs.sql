-- Runs whose workers were lost while they ran, one after the other at the same place.
create table lost_run (
  task_key bigint primary key,
  run_count bigint not null,
  place text not null,              -- attempt of the run, its last step, and the attempts of that
  losses smallint not null,
  lost_on timestamptz(3) not null default now()
);

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
