create or replace function add_task_tags() returns trigger language plpgsql as $$
begin
  insert into task_tag (tag, task_key)
  select name || '=' || value, new.key from jsonb_each_text(new.tags) as t (name, value);
  return null;
end $$;

create or replace function remove_task_tags() returns trigger language plpgsql as $$
begin
  delete from task_tag
  where task_key = old.key and tag in (select name || '=' || value from jsonb_each_text(old.tags) as t (name, value));
  return null;
end $$;

-- Of all tasks of a statement at once, which takes half of the time of a call for each task. Retention removes a thousand
-- tasks by one statement. The planner knows nothing of `gone`, and would read all tags for a few tasks.
create or replace function remove_tags_of_tasks() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from task_tag using gone, jsonb_each_text(gone.tags) as t (name, value)
  where task_tag.task_key = gone.key and task_tag.tag = t.name || '=' || t.value;
  return null;
end $$;

-- The time at or before another at which a search among ids of rows finds all from then on: ids follow the times of their rows
-- except for a minute, and where the clock was set back.
create or replace function before_repeated_time(at timestamptz) returns timestamptz language sql stable as $$
  select least(at, (
    select min(back) from repeated_time where at between back - interval '1 minute' and ahead + interval '1 minute'
  )) - interval '1 minute'
$$;

-- The same at or after another, for all until then.
create or replace function after_repeated_time(at timestamptz) returns timestamptz language sql stable as $$
  select greatest(at, (
    select max(ahead) from repeated_time where at between back - interval '1 minute' and ahead + interval '1 minute'
  )) + interval '1 minute'
$$;

-- Returns the smallest key of a task created at or after a time. It uses binary search, because an index on created_on
-- would make every creation slower. Keys follow creation times only up to the duration of a transaction: callers allow
-- for that.
create or replace function first_task_key_since(since timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(key) from task), 0) + 1;
  middle bigint;
  found task;
begin
  while low < high loop
    middle := (low + high) / 2;
    select * into found from task where key >= middle order by key limit 1;
    if not found.created_on < since or found.key is null then
      high := middle;
    else
      low := found.key + 1;
    end if;
  end loop;
  return low;
end $$;

-- Returns the smallest id of an entry logged at or after a time, or the id after the newest entry. It uses binary search:
-- an index on the time would cost every line. Ids follow times only up to the delay of a flush: callers allow for that.
create or replace function first_log_id_since(since timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := coalesce((select min(id) from log_entry), 0);
  high bigint := coalesce((select max(id) from log_entry), 0) + 1;
  middle bigint;
  found record;
begin
  while low < high loop
    middle := (low + high) / 2;
    select id, logged_on into found from log_entry where id >= middle order by id limit 1;
    if found.id is null or found.logged_on >= since then
      high := middle;
    else
      low := found.id + 1;
    end if;
  end loop;
  return low;
end $$;
