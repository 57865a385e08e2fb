-- Locks and the lines of those who wait for them. A run that is paused, or between two attempts, keeps its place in a line,
-- but others go before it meanwhile: it would hold up all who wait for a lock that is free. A run that ends, or is paused,
-- when its turn has come passes it on.

create or replace function guard_lock_name(namespace_ text, name_ text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('taskdeck lock ' || namespace_ || ' ' || name_, 0));
$$;

-- Whether it can be the turn of a waiter.
create or replace function is_in_line(w lock_waiter) returns boolean language sql stable as $$
  select (w.expires_on is null or w.expires_on > now()) and not exists (
    select from active_run a
    where a.task_key = w.task_key and a.run_count = w.run_count and a.status in ('paused', 'retrying'))
$$;

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

-- Takes a lock when it is free and no other waiter is ahead. Otherwise keeps a place in the line for `wait_in_ms`, or no
-- place when that is null. The place of a run does not expire. `waiter_key_` is the place that an earlier call returned.
-- Returns the lock as it is now. `is_mine` says whether the caller holds it.
create or replace function acquire_lock(
  namespace_ text, name_ text, owner_ text, identity_ text, ttl_in_ms double precision, wait_in_ms double precision,
  waiter_key_ bigint, task_key_ bigint, run_count_ bigint, sequence_ integer
) returns table (
  is_mine boolean, fencing_token bigint, owner text, acquired_on timestamptz, expires_on timestamptz, waiter_key bigint
) language plpgsql as $$
declare
  held held_lock;
  mine bigint := waiter_key_;
  ahead boolean;
begin
  perform guard_lock_name(namespace_, name_);
  select * into held from held_lock h where h.namespace = namespace_ and h.name = name_;
  if held.task_key = task_key_ and held.run_count = run_count_ and held.sequence = sequence_ then
    return query select true, held.fencing_token, held.owner, held.acquired_on::timestamptz, held.expires_on::timestamptz,
      null::bigint;
    return;
  end if;
  if mine is null and task_key_ is not null then
    select w.key into mine from lock_waiter w
    where w.task_key = task_key_ and w.run_count = run_count_ and w.sequence = sequence_;
  end if;
  ahead := exists (
    select from lock_waiter w where w.namespace = namespace_ and w.name = name_
      and (mine is null or w.key < mine) and is_in_line(w));
  if not ahead and (held.name is null or held.expires_on <= now()) then
    delete from lock_waiter w where w.key = mine;
    return query
      insert into held_lock as h (namespace, name, fencing_token, owner, identity, task_key, run_count, sequence, expires_on)
      values (namespace_, name_, nextval('lock_fence'), owner_, identity_, task_key_, run_count_, sequence_,
        now() + ttl_in_ms * interval '1 ms')
      on conflict (namespace, name) do update set fencing_token = excluded.fencing_token, owner = excluded.owner,
        identity = excluded.identity, task_key = excluded.task_key, run_count = excluded.run_count,
        sequence = excluded.sequence, acquired_on = now(), expires_on = excluded.expires_on
      returning true, h.fencing_token, h.owner, h.acquired_on::timestamptz, h.expires_on::timestamptz, null::bigint;
    return;
  end if;
  if wait_in_ms is not null then
    if mine is null then
      insert into lock_waiter (namespace, name, owner, identity, task_key, run_count, sequence, expires_on)
      values (namespace_, name_, owner_, identity_, task_key_, run_count_, sequence_,
        case when task_key_ is null then now() + wait_in_ms * interval '1 ms' end)
      returning key into mine;
    else
      update lock_waiter w set expires_on = now() + wait_in_ms * interval '1 ms'
      where w.key = mine and w.task_key is null;
      if not found and task_key_ is null then
        mine := null; -- its place in the line had expired: it starts again at the end
      end if;
    end if;
  end if;
  return query select false, held.fencing_token, held.owner, held.acquired_on::timestamptz, held.expires_on::timestamptz,
    mine;
end $$;

-- Frees a lock that is held under this token, or under any when the token is null. Returns whether a lock was freed.
create or replace function release_lock(namespace_ text, name_ text, token bigint) returns boolean language plpgsql as $$
begin
  perform guard_lock_name(namespace_, name_);
  delete from held_lock h
  where h.namespace = namespace_ and h.name = name_ and (token is null or h.fencing_token = token);
  if not found then
    return false;
  end if;
  perform wake_lock_waiter(namespace_, name_);
  return true;
end $$;

-- Frees the locks of runs that have ended, and removes the runs from the lines of waiters.
create or replace function free_locks_of_ended_runs() returns trigger language plpgsql as $$
declare
  freed record;
  namespaces text[];
  names text[];
begin
  if not exists (select from held_lock h where h.task_key is not null)
    and not exists (select from lock_waiter w where w.task_key is not null) then
    return null;
  end if;
  with away as (
    delete from lock_waiter w using gone g where w.task_key = g.task_key and w.run_count = g.run_count
    returning w.namespace, w.name
  )
  select array_agg(away.namespace), array_agg(away.name) into namespaces, names from away;
  for freed in
    select h.namespace, h.name, h.fencing_token from held_lock h join gone g
      on h.task_key = g.task_key and h.run_count = g.run_count order by h.namespace, h.name
  loop
    perform release_lock(freed.namespace, freed.name, freed.fencing_token);
  end loop;
  if names is not null then
    perform wake_free_lines(namespaces, names);
  end if;
  return null;
end $$;

-- Passes the turn on in these lines, where the lock is free.
create or replace function wake_free_lines(namespaces text[], names text[]) returns void language plpgsql as $$
declare
  line record;
begin
  for line in
    select distinct l.namespace, l.name from unnest(namespaces, names) l (namespace, name)
    where not exists (
      select from held_lock h
      where h.namespace = l.namespace and h.name = l.name and (h.expires_on is null or h.expires_on > now()))
    order by l.namespace, l.name
  loop
    perform wake_lock_waiter(line.namespace, line.name);
  end loop;
end $$;

-- Passes on the turn in the lines in which a run has begun to wait, where the lock is free. The run has asked for the lock in an
-- earlier transaction: a release in between found it running, and woke nobody. Takes the lock of each name first: a release sees
-- the run waiting, or is seen here.
create or replace function wake_lines_of(task bigint) returns void language plpgsql as $$
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
