-- Indexes of the values at paths into inputs and outputs, which lists of tasks are sorted by.
--
-- value_index       An index that somebody asked for. It is `building` until the tasks of before are in it.
-- value_entry       The place of a task in an index. Every task that an index is about has one.
-- dead_value_index  Keys of indexes that were deleted or are built again. Their entries are deleted in batches.
--
-- The triggers below keep the entries of tasks that change equal to their values, from the transaction on that created
-- the index. Earlier tasks are read once, when all transactions that began before have ended.

create sequence value_index_key;
create table value_index (
  id uuid primary key default gen_random_uuid(),
  key bigint not null unique default nextval('value_index_key'), -- of its entries; another one when it is built again
  pointer text collate "C" not null,  -- /input/… or /output/…
  root text not null check (root in ('input', 'output')),
  path text[] not null,               -- below the root
  array_pointer text,                 -- of the first part of the path that an index follows
  type text collate "C",              -- null: tasks of every type
  status text not null default 'building' check (status in ('building', 'ready')),
  born xid8 not null default pg_current_xact_id(),
  last_key bigint,                    -- the last task to read; null until all earlier transactions have ended
  done_key bigint not null default 0, -- the last task that was read
  created_on timestamptz(3) not null default now(),
  created_by text not null,
  unique nulls not distinct (pointer, type)
);

-- `kind`: 1 boolean, 2 number, 3 text, 4 no value: absent, null, an object, a list, sensitive, unreadable or too large.
create table value_entry (
  index_key bigint not null,
  task_key bigint not null,
  kind smallint not null,
  number numeric not null,            -- of a number, exactly; of a boolean 0 or 1; else 0
  body text collate "C" not null,     -- the beginning of a text; else empty
  primary key (task_key, index_key)
);
create unique index value_entry_order on value_entry (index_key, kind, number, body, task_key);

create table dead_value_index (
  key bigint primary key,
  died xid8 not null default pg_current_xact_id()
);

-- Whether a sensitive pointer covers the value at a pointer, or a part of it. An element of an array can be named in
-- several ways, so below an array every pointer into it counts.
create function is_marked(pointer text, array_pointer text, marks text[]) returns boolean language sql immutable as $$
  select exists (select from unnest(marks) as marked (mark)
    where starts_with(pointer || '/', mark || '/') or starts_with(mark, pointer || '/')
      or starts_with(mark || '/', array_pointer || '/'))
$$;

-- The place of the value at a path. A value of more than 256 KiB is not read.
create function value_place(given json, path text[], out kind smallint, out number numeric, out body text)
language plpgsql immutable as $$
declare
  part json;
  content text;
begin
  kind := 4;
  number := 0;
  body := '';
  if given is null or octet_length(given::text) > 262144 then return; end if;
  part := given #> path;
  case json_typeof(part)
    when 'boolean' then
      number := case part::text when 'true' then 1 else 0 end;
      kind := 1;
    when 'number' then
      content := part::text;
      if length(content) > 1000 or content !~ '^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$' then return; end if;
      number := content::numeric;
      kind := 2;
    when 'string' then
      body := left(part #>> '{}', 200);
      kind := 3;
    else
  end case;
exception
  -- PostgreSQL cannot read a string with U+0000 or half a character.
  when data_exception or program_limit_exceeded then
    kind := 4;
    number := 0;
    body := '';
end
$$;

-- The entries that tasks should have now. Without `root_`, in the indexes of inputs and of outputs.
create function value_entries_of(tasks bigint[], root_ text) returns setof value_entry language sql stable as $$
  select v.key, t.key, p.kind, p.number, p.body
  from task t
  join value_index v on (v.type is null or v.type = t.type) and (root_ is null or v.root = root_)
  left join task_type tt on tt.type = t.type
  left join lateral (
    select input, true as is_given from task_input
    where v.root = 'input' and task_input.task_key = t.key order by from_run_count desc limit 1
  ) i on true
  left join lateral (
    select output from run where v.root = 'output' and run.task_key = t.key and run.is_current limit 1
  ) r on true
  cross join lateral value_place(
    case
      when (t.sensitive is not null or tt.sensitive <> '{}')
        and is_marked(v.pointer, v.array_pointer, coalesce(t.sensitive, '{}') || coalesce(tt.sensitive, '{}')) then null
      when v.root = 'output' then r.output
      when i.is_given then i.input
      else t.input
    end, v.path) p
  where t.key = any (tasks)
$$;

create function write_value_entries(tasks bigint[], root_ text) returns void language plpgsql as $$
begin
  insert into value_entry (index_key, task_key, kind, number, body)
  select index_key, task_key, kind, number, body from value_entries_of(tasks, root_) order by task_key, index_key
  on conflict (task_key, index_key)
    do update set kind = excluded.kind, number = excluded.number, body = excluded.body
    where (value_entry.kind, value_entry.number, value_entry.body)
      is distinct from (excluded.kind, excluded.number, excluded.body);
  -- Somebody may have marked a value while this waited for them.
  update value_entry e set kind = 4, number = 0, body = ''
  from value_index v, task t left join task_type tt on tt.type = t.type
  where e.task_key = any (tasks) and e.kind < 4 and v.key = e.index_key and t.key = e.task_key
    and (t.sensitive is not null or tt.sensitive <> '{}')
    and is_marked(v.pointer, v.array_pointer, coalesce(t.sensitive, '{}') || coalesce(tt.sensitive, '{}'));
end
$$;

-- Nobody else sees these tasks yet, and they have no output.
create function index_new_tasks() returns trigger language plpgsql as $$
begin
  if exists (select from value_index) then
    insert into value_entry (index_key, task_key, kind, number, body)
    select v.key, t.key, p.kind, p.number, p.body
    from new_task t
    join value_index v on v.type is null or v.type = t.type
    left join task_type tt on tt.type = t.type
    cross join lateral value_place(
      case
        when v.root = 'output' then null
        when (t.sensitive is not null or tt.sensitive <> '{}')
          and is_marked(v.pointer, v.array_pointer, coalesce(t.sensitive, '{}') || coalesce(tt.sensitive, '{}')) then null
        else t.input
      end, v.path) p;
  end if;
  return null;
end
$$;
create trigger task_values_on_insert after insert on task referencing new table as new_task
  for each statement execute function index_new_tasks();

create function index_new_runs() returns trigger language plpgsql as $$
begin
  if exists (select from value_index where root = 'output') then
    perform write_value_entries((select array_agg(task_key) from new_run where is_current), 'output');
  end if;
  return null;
end
$$;
create trigger run_values_on_insert after insert on run referencing new table as new_run
  for each statement execute function index_new_runs();

create function index_changed_run() returns trigger language plpgsql as $$
begin
  if exists (select from value_index where root = 'output') then
    perform write_value_entries(array[new.task_key], 'output');
  end if;
  return null;
end
$$;
create trigger run_values_on_change after update of is_current on run for each row
  when (old.is_current is distinct from new.is_current) execute function index_changed_run();

create function index_new_input() returns trigger language plpgsql as $$
begin
  if exists (select from value_index where root = 'input') then
    perform write_value_entries(array[new.task_key], 'input');
  end if;
  return null;
end
$$;
create trigger task_input_values after insert or update on task_input for each row execute function index_new_input();

create function index_marked_task() returns trigger language plpgsql as $$
begin
  if exists (select from value_index) then
    perform write_value_entries(array[new.key], null);
  end if;
  return null;
end
$$;
create trigger task_values_on_mark after update of sensitive on task for each row
  when (old.sensitive is distinct from new.sensitive) execute function index_marked_task();

-- What a type marks is true of all of its tasks at once, so the indexes that hold such values begin anew.
create function rebuild_marked_indexes() returns trigger language plpgsql as $$
declare
  marks text[] := coalesce(new.sensitive, '{}');
begin
  if tg_op = 'UPDATE' then marks := marks || coalesce(old.sensitive, '{}'); end if;
  with old_index as (
    select v.id, v.key from value_index v
    where (v.type is null or v.type = new.type) and is_marked(v.pointer, v.array_pointer, marks)
    for update
  ), dead as (
    insert into dead_value_index (key) select key from old_index
  )
  update value_index v set key = nextval('value_index_key'), status = 'building', born = pg_current_xact_id(),
    last_key = null, done_key = 0
  from old_index o where v.id = o.id;
  return null;
end
$$;
create trigger type_marks_on_insert after insert on task_type for each row
  when (new.sensitive <> '{}') execute function rebuild_marked_indexes();
create trigger type_marks_on_change after update on task_type for each row
  when (old.sensitive is distinct from new.sensitive) execute function rebuild_marked_indexes();

create function bury_value_index() returns trigger language plpgsql as $$
begin
  insert into dead_value_index (key) values (old.key);
  return null;
end
$$;
create trigger value_index_dies after delete on value_index for each row execute function bury_value_index();
