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
