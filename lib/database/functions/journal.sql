-- What writes the journal is a function, not statements, because its later statements must see what others committed while
-- an earlier one waited for a lock. A wait and the event (or the end of the child) that it is for both lock the run first
-- and look for each other afterwards. So neither is missed.

-- Applies one flush of a worker's journal in one transaction and one round trip. Arrays with the same prefix are columns
-- of one table. `…_run` in them is a position (from 1) in held_task, held_count and held_fence.
--
-- Returns what the worker must know. `outcome` is one of
--   refused    the worker no longer holds this run; `value` is the run's status now
--   event      this wait is over; `value` is the event's data
--   succeeded, failed, cancelled, timedOut, missing
--              this wait for a child task is over; `value` is its output, `failure` its error
--   scheduled  this task has ended and has a schedule; `value` is its key
-- Arrays of columns may be shorter than the others of their table: the rest counts as null. With `steps_are_new` the
-- worker expects that the journal has none of the steps: raises unique_violation (23505) when it has.
-- The time to wake of a wait stays as it was first committed. Runs that the worker has lost, and for which it registers no
-- wait, are not locked: the flushes of the worker that runs them hold them, and two workers that each have lost a run to the
-- other could wait for each other.
-- Raises `lease lost` (TDL01) when other workers have taken over the worker's runs.
create or replace function flush_journal(
  worker_key_ bigint, worker_name text, lease_in_ms integer, busy_ integer, memory_bytes_ bigint, change text,
  held_task bigint[], held_count bigint[], held_fence bigint[],
  step_run integer[], step_sequence integer[], step_name text[], step_kind text[], step_status text[],
  step_attempt integer[], step_attempts text[], step_output text[], step_error text[],
  step_started_ago double precision[], step_ended_ago double precision[], step_wake_in double precision[],
  step_event text[], step_child text[],
  wait_run integer[], wait_sequence_ integer[], wait_kind_ text[], wait_for text[], wait_passes boolean[],
  move_run integer[], move_status text[], move_due_in double precision[], move_kind text[], move_sequence integer[],
  move_name text[], move_task text[], move_error text[],
  end_run integer[], end_status text[], end_output text[], end_error text[], end_fingerprint text[],
  end_parent bigint[], end_is_untidy boolean,
  log_run integer[], log_attempt integer[], log_sequence integer[], log_level_ text[], log_message text[],
  log_fields text[], log_ago double precision[],
  resume_run integer[] default '{}', move_is_kept boolean[] default null, steps_are_new boolean default false,
  step_call_order text[] default '{}'
) returns table (outcome text, run_position integer, at_sequence integer, value text, failure text)
language plpgsql as $$
declare
  held integer[];
  refused integer[]; -- null when none is
  met integer[] := '{}';
  wait record;
  event record;
  child record;
  ended bigint[];
begin
  perform from worker where key = worker_key_ and not is_expired for key share;
  if not found then
    raise exception 'lease lost' using errcode = 'TDL01';
  end if;
  if lease_in_ms is not null then
    update worker set last_seen_on = now(), expires_on = now() + lease_in_ms * interval '1 ms',
      busy = busy_, memory_bytes = memory_bytes_ where key = worker_key_;
  end if;

  if cardinality(resume_run) > 0 then
    update active_run a set status = 'running', worker_key = worker_key_, due_on = null, wait_kind = null,
      wait_sequence = null, wait_name = null, wait_task_key = null, waiting_since = null
    from (select held_task[r] as task_key, held_count[r] as run_count, held_fence[r] as fence
        from unnest(resume_run) r order by 1) r,
      lateral (select from active_run where task_key = r.task_key offset 0 for update) locked
    where a.task_key = any (array[r.task_key]) and a.run_count = r.run_count and a.fence = r.fence
      and a.status in ('waiting', 'queued');
  end if;

  select coalesce(array_agg(h.position), '{}') into held
  from unnest(held_task, held_count, held_fence) with ordinality h (task_key, run_count, fence, position),
    lateral (
      select from active_run a
      where a.task_key = h.task_key and a.run_count = h.run_count and a.fence = h.fence
        and a.worker_key = worker_key_ and a.status = 'running'
      for key share
    ) a;
  if cardinality(held) < cardinality(held_task) then
    refused := array(select position from generate_subscripts(held_task, 1) position where position <> all (held));
    return query
      select 'refused', position, null::integer, coalesce(ended.status::text, active.status::text), null
      from unnest(refused) position
        left join run ended on ended.task_key = held_task[position] and ended.run_count = held_count[position]
        left join lateral (select * from active_run where task_key = held_task[position] offset 0) active
          on active.run_count = held_count[position];
  end if;

  if cardinality(step_run) > 0 and steps_are_new then -- a row that may conflict is inserted twice as slowly
    insert into step (task_key, run_count, sequence, name, kind, status, attempt, attempts, output, error,
      started_on, ended_on, wake_on, event_name, child_task_id, worker, call_order)
    select held_task[n.run], held_count[n.run], n.sequence, n.name, n.kind::step_kind, n.status::step_status, n.attempt,
      n.attempts::json, n.output::json, n.error::json, now() - n.started_ago * interval '1 ms',
      now() - n.ended_ago * interval '1 ms', now() + n.wake_in * interval '1 ms', n.event, n.child, worker_name,
      n.call_order
    from unnest(step_run, step_sequence, step_name, step_kind, step_status, step_attempt, step_attempts, step_output,
      step_error, step_started_ago, step_ended_ago, step_wake_in, step_event, step_child, step_call_order)
      n (run, sequence, name, kind, status, attempt, attempts, output, error, started_ago, ended_ago, wake_in, event, child,
        call_order)
    where refused is null or n.run <> all (refused);
  elsif cardinality(step_run) > 0 then
    insert into step as s (task_key, run_count, sequence, name, kind, status, attempt, attempts, output, error,
      started_on, ended_on, wake_on, event_name, child_task_id, worker, call_order)
    select held_task[n.run], held_count[n.run], n.sequence, n.name, n.kind::step_kind, n.status::step_status, n.attempt,
      n.attempts::json, n.output::json, n.error::json, now() - n.started_ago * interval '1 ms',
      now() - n.ended_ago * interval '1 ms', now() + n.wake_in * interval '1 ms', n.event, n.child, worker_name,
      n.call_order
    from unnest(step_run, step_sequence, step_name, step_kind, step_status, step_attempt, step_attempts, step_output,
      step_error, step_started_ago, step_ended_ago, step_wake_in, step_event, step_child, step_call_order)
      n (run, sequence, name, kind, status, attempt, attempts, output, error, started_ago, ended_ago, wake_in, event, child,
        call_order)
    where refused is null or n.run <> all (refused)
    on conflict (task_key, run_count, sequence) do update set status = excluded.status, attempt = excluded.attempt,
      attempts = excluded.attempts, output = excluded.output, error = excluded.error,
      ended_on = excluded.ended_on, child_task_id = excluded.child_task_id,
      -- What is sent again after its answer was lost says when it is due by another clock reading: the first one counts.
      wake_on = case when s.status = 'waiting' and excluded.status = 'waiting' and s.kind <> 'lock' and s.wake_on is not null
        then s.wake_on else excluded.wake_on end,
      worker = excluded.worker, call_order = nullif(concat_ws(';', s.call_order, excluded.call_order), '')
    -- A call of ctx.state is committed beside the journal, which can have its announcement later.
    where s.status not in ('succeeded', 'cancelled') and (s.status <> 'failed' or excluded.status <> 'running');
  end if;

  if cardinality(wait_run) > 0 then
    perform from (
        select distinct held_task[w] as key from unnest(wait_run) w where refused is null or w <> all (refused) order by 1
      ) h, lateral (select from active_run where task_key = h.key for update) a;
    for wait in
      select held_task[w.run] as task_key, held_count[w.run] as run_count, w.*
      from unnest(wait_run, wait_sequence_, wait_kind_, wait_for, wait_passes)
        w (run, sequence, kind, target, passes) where refused is null or w.run <> all (refused)
    loop
      if wait.kind = 'event' then
        select e.id, e.data into event from external_event e
        where e.task_key = wait.task_key and e.name = wait.target
          and (e.consumed_on is null and (e.run_count = wait.run_count or wait.passes and e.run_count < wait.run_count
              and not event_is_withheld(wait.task_key, wait.target, e.run_count, wait.run_count))
            or e.consumed_run_count = wait.run_count and e.consumed_sequence = wait.sequence) -- its answer was lost
        order by e.consumed_on is null, e.id limit 1 for update;
        if found then
          update external_event set consumed_on = now(), consumed_run_count = wait.run_count,
            consumed_sequence = wait.sequence where id = event.id;
          update step set status = 'succeeded', output = event.data, ended_on = now(), wake_on = null
          where task_key = wait.task_key and run_count = wait.run_count and sequence = wait.sequence;
          met := met || wait.run;
          return query select 'event', wait.run, wait.sequence, event.data::text, null::text;
        end if;
      else
        perform from active_run where task_key = (select key from task where id = wait.target) for key share;
        select t.key, r.status, r.output, r.error into child
        from (select 1) one left join task t on t.id = wait.target
          left join run r on r.task_key = t.key and r.is_current
            and not exists (select from active_run a where a.task_key = t.key);
        if child.key is null or child.status is not null then
          met := met || wait.run;
          return query select coalesce(child.status::text, 'missing'), wait.run, wait.sequence,
            child.output::text, child.error::text;
        end if;
      end if;
    end loop;
  end if;

  if cardinality(move_run) > 0 then
    update active_run a set
      status = m.status::run_status, worker_key = null, has_journal = true,
      attempt = a.attempt + (m.status = 'retrying')::integer,
      queued_on = case when m.status = 'queued' then now() else a.queued_on end,
      due_on = now() + m.due_in * interval '1 ms',
      wait_kind = m.kind::step_kind, wait_sequence = m.sequence, wait_name = m.name,
      wait_task_key = (select key from task where id = m.task),
      waiting_since = case when m.status = 'waiting' then now() end,
      kept_by = case when m.is_kept then worker_key_ end,
      last_error = m.error::json
    from unnest(move_run, move_status, move_due_in, move_kind, move_sequence, move_name, move_task, move_error, move_is_kept)
      m (run, status, due_in, kind, sequence, name, task, error, is_kept)
    where a.task_key = any (array[held_task[m.run]]) and m.run <> all (met) and (refused is null or m.run <> all (refused));
    if 'queued' = any (move_status) then
      perform pg_notify('taskdeck_work', '');
    end if;
  end if;

  if cardinality(end_run) > 0 then
    with gone as (
      delete from active_run a
      using unnest(end_run, end_status, end_output, end_error, end_fingerprint)
        e (run, status, output, error, fingerprint)
      where a.task_key = any (array[held_task[e.run]]) and (refused is null or e.run <> all (refused))
      returning a.task_key, a.run_count, e.status, a.trigger, a.triggered_by, a.forked_from_run_count,
        a.forked_from_sequence, a.attempt, e.output, e.error, e.fingerprint, a.queued_on, a.started_on
    ), kept as (
      insert into run (task_key, run_count, is_current, status, trigger, triggered_by, forked_from_run_count,
        forked_from_sequence, attempt, output, error, fingerprint, queued_on, started_on, worker)
      select g.task_key, g.run_count, true, g.status::run_status, g.trigger, g.triggered_by, g.forked_from_run_count,
        g.forked_from_sequence, g.attempt, g.output::json, g.error::json, g.fingerprint, g.queued_on, g.started_on,
        worker_name
      from gone g
    ), described as (
      insert into search_text (task_key, kind, body)
      select g.task_key, 'e', g.error::json ->> 'name' || ': ' || (g.error::json ->> 'message') from gone g
      where g.error is not null
      on conflict (task_key, kind) do update set body = excluded.body
    ), noted as (
      insert into failure (fingerprint, task_key, run_count, worker, ended_on)
      select g.fingerprint, g.task_key, g.run_count, worker_name, now() from gone g where g.fingerprint is not null
    )
    select array_agg(g.task_key) into ended from gone g;
    if ended is not null then
      perform wake_waiting_parents(ended, end_parent);
      return query select 'scheduled', null::integer, null::integer, t.key::text, null
        from task t where t.schedule is not null and t.key = any (ended);
      if end_is_untidy then
        update step s set status = 'cancelled', ended_on = now(), wake_on = null
        from unnest(end_run) e
        where s.task_key = held_task[e] and s.run_count = held_count[e] and s.status in ('running', 'waiting', 'retrying')
          and held_task[e] = any (ended);
      end if;
    end if;
  end if;

  if cardinality(log_run) > 0 then
    insert into log_entry (task_key, run_count, attempt, sequence, level, message, fields, logged_on)
    select held_task[l.run], held_count[l.run], l.attempt, l.sequence, l.level::log_level, l.message, l.fields::json,
      now() - l.ago * interval '1 ms'
    from unnest(log_run, log_attempt, log_sequence, log_level_, log_message, log_fields, log_ago)
      l (run, attempt, sequence, level, message, fields, ago)
    where refused is null or l.run <> all (refused);
  end if;

  if change is not null then
    perform pg_notify('taskdeck_change', change);
  end if;
end $$;
