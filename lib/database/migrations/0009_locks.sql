-- Locks: who holds a name, and who waits for it.
--
-- held_lock    One row per held lock. After expires_on the row may still be there, but the lock is free.
-- lock_waiter  One row per waiter, in the order of their keys. A caller over HTTP must renew its row. The row of a run
--              stays until the run has the lock or ends.
--
-- A lock is acquired and released under an advisory lock of its name (guard_lock_name).
create sequence lock_fence;

create table held_lock (
  namespace text collate "C" not null,
  name text collate "C" not null,
  fencing_token bigint not null,       -- greater at every acquisition of any lock
  owner text not null,                 -- the name shown to people
  identity text not null,
  task_key bigint,                     -- of the run that holds the lock; null when a caller does
  run_count bigint,
  sequence integer,
  acquired_on timestamptz(3) not null default now(),
  expires_on timestamptz(3),           -- null: until the run ends
  primary key (namespace, name)
);
create index held_lock_of_run on held_lock (task_key) where task_key is not null;
create index held_lock_expiry on held_lock (expires_on) where expires_on is not null;

create table lock_waiter (
  key bigint generated always as identity primary key,
  namespace text collate "C" not null,
  name text collate "C" not null,
  owner text not null,
  identity text not null,
  task_key bigint,
  run_count bigint,
  sequence integer,
  waiting_since timestamptz(3) not null default now(),
  expires_on timestamptz(3),           -- null: until the run ends
  unique (task_key, run_count, sequence)
);
create index lock_waiter_of_name on lock_waiter (namespace, name, key);
create index lock_waiter_expiry on lock_waiter (expires_on) where expires_on is not null;

create function guard_lock_name(namespace_ text, name_ text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('taskdeck lock ' || namespace_ || ' ' || name_, 0));
$$;

-- Wakes the first waiter of a free lock: a run is queued, any other waiter is notified.
create function wake_lock_waiter(namespace_ text, name_ text) returns void language plpgsql as $$
declare
  first lock_waiter;
begin
  select * into first from lock_waiter w
  where w.namespace = namespace_ and w.name = name_ and (w.expires_on is null or w.expires_on > now())
  order by w.key limit 1;
  if first.key is null then
    return;
  end if;
  if first.task_key is null then
    perform pg_notify('taskdeck_lock', first.key::text);
    return;
  end if;
  update active_run set status = 'queued', queued_on = now(), due_on = null
  where task_key = first.task_key and run_count = first.run_count and status = 'waiting';
  perform pg_notify('taskdeck_work', '');
end $$;

-- Takes a lock when it is free and no other waiter is ahead. Otherwise keeps a place in the line for `wait_in_ms`, or no
-- place when that is null. The place of a run does not expire. `waiter_key_` is the place that an earlier call returned.
-- Returns the lock as it is now. `is_mine` says whether the caller holds it.
create function acquire_lock(
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
      and (mine is null or w.key < mine) and (w.expires_on is null or w.expires_on > now()));
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
create function release_lock(namespace_ text, name_ text, token bigint) returns boolean language plpgsql as $$
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
create function free_locks_of_ended_runs() returns trigger language plpgsql as $$
declare
  freed record;
begin
  if not exists (select from held_lock h where h.task_key is not null)
    and not exists (select from lock_waiter w where w.task_key is not null) then
    return null;
  end if;
  delete from lock_waiter w using gone g where w.task_key = g.task_key and w.run_count = g.run_count;
  for freed in
    select h.namespace, h.name, h.fencing_token from held_lock h join gone g
      on h.task_key = g.task_key and h.run_count = g.run_count order by h.namespace, h.name
  loop
    perform release_lock(freed.namespace, freed.name, freed.fencing_token);
  end loop;
  return null;
end $$;
create trigger active_run_frees_locks after delete on active_run
  referencing old table as gone for each statement execute function free_locks_of_ended_runs();
