-- The logs of all runs are listed by id, which grows with time. Rare levels have indexes of their own: most lines have
-- neither, and cost no more than before.
create index log_entry_warn on log_entry (id) where level >= 'warn';
create index log_entry_error on log_entry (id) where level = 'error';

-- Returns the smallest id of an entry logged at or after a time, or the id after the newest entry. It uses binary search:
-- an index on the time would cost every line. Ids follow times only up to the delay of a flush: callers allow for that.
create function first_log_id_since(since timestamptz) returns bigint language plpgsql stable as $$
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
