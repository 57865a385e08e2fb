-- Times that the clock of PostgreSQL showed twice, because it was set back from `ahead` to `back`. Rows that overlap, as when two
-- workers notice it at once, are joined by the next one.
create table repeated_time (
  back timestamptz not null,
  ahead timestamptz not null
);

-- A worker that was seen later than now shows that the clock was set back.
create function note_set_back() returns trigger language plpgsql as $$
begin
  with overlapping as (
    delete from repeated_time where back <= old.last_seen_on and ahead >= new.last_seen_on returning back, ahead
  )
  insert into repeated_time (back, ahead)
  select least(new.last_seen_on, min(back)), greatest(old.last_seen_on, max(ahead)) from overlapping;
  return null;
end $$;
create trigger worker_notes_set_back after update of last_seen_on on worker for each row
  when (new.last_seen_on < old.last_seen_on - interval '1 second') execute function note_set_back();

-- The time at or before another at which a search among ids of rows finds all from then on: ids follow the times of their rows
-- except for a minute, and where the clock was set back.
create function before_repeated_time(at timestamptz) returns timestamptz language sql stable as $$
  select least(at, (
    select min(back) from repeated_time where at between back - interval '1 minute' and ahead + interval '1 minute'
  )) - interval '1 minute'
$$;

-- The same at or after another, for all until then.
create function after_repeated_time(at timestamptz) returns timestamptz language sql stable as $$
  select greatest(at, (
    select max(ahead) from repeated_time where at between back - interval '1 minute' and ahead + interval '1 minute'
  )) + interval '1 minute'
$$;
