-- Values at paths into inputs, outputs and entries, and the indexes of those of tasks.

-- The text of the part of a JSON value at a path, as #>> returns it. Null where PostgreSQL cannot read the value, because a
-- string of it has U+0000 or half a character: #>> fails then, and with it all that reads other rows too.
create or replace function text_at(given json, path text[]) returns text language plpgsql immutable as $$
begin
  return given #>> path;
exception
  when data_exception or program_limit_exceeded then return null;
end
$$;

-- Whether a value, or a part of it, is this text, or this number when the text is one. Names of members do not count. A
-- value that PostgreSQL cannot read as text, because a string has U+0000 or half a character, holds nothing.
create or replace function json_holds(given json, path text[], sought text) returns boolean language plpgsql immutable as $$
declare
  part jsonb;
  number numeric := state_number(sought);
begin
  part := (case when path = '{}' then given else given #> path end)::jsonb;
  return jsonb_path_exists(part, 'strict $.** ? (@ == $sought)', jsonb_build_object('sought', sought))
    or number is not null and jsonb_path_exists(part, 'strict $.** ? (@ == $sought)', jsonb_build_object('sought', number));
exception
  when data_exception or program_limit_exceeded then return false;
end
$$;

-- The value at a path of an input or output, as a list shows it: JSON as text, null when there is none. A text that is
-- longer than `longest` bytes of JSON is cut, and any other value that is longer is left out.
create or replace function listed_value(given json, path text[], longest integer, out part text, out is_truncated boolean)
language plpgsql immutable as $$
declare
  found json;
begin
  is_truncated := false;
  if given is null then return; end if;
  found := case when path = '{}' then given else given #> path end;
  part := found::text;
  if octet_length(part) <= longest then return; end if;
  is_truncated := part is not null;
  part := case json_typeof(found) when 'string' then to_json(left(found #>> '{}', longest / 4))::text end;
exception
  -- PostgreSQL cannot read a string with U+0000 or half a character.
  when data_exception or program_limit_exceeded then
    part := null;
    is_truncated := true;
end
$$;

-- Whether a sensitive pointer covers the value at a pointer, or a part of it. An element of an array can be named in
-- several ways, so below an array every pointer into it counts.
create or replace function is_marked(pointer text, array_pointer text, marks text[]) returns boolean language sql immutable as $$
  select exists (select from unnest(marks) as marked (mark)
    where starts_with(pointer || '/', mark || '/') or starts_with(mark, pointer || '/')
      or starts_with(mark || '/', array_pointer || '/'))
$$;

-- Lists find the tasks with a value in their input by an index of values. So an index tells apart what it could not read
-- (`kind` 5: the input or output is too large) from what has no such value.
create or replace function value_place(given json, path text[], out kind smallint, out number numeric, out body text)
language plpgsql immutable as $$
declare
  part json;
  content text;
begin
  kind := 4;
  number := 0;
  body := '';
  if given is null then return; end if;
  if octet_length(given::text) > 262144 then
    kind := 5;
    return;
  end if;
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
create or replace function value_entries_of(tasks bigint[], root_ text) returns setof value_entry language sql stable as $$
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

create or replace function write_value_entries(tasks bigint[], root_ text) returns void language plpgsql as $$
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
create or replace function index_new_tasks() returns trigger language plpgsql as $$
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

-- The input of a first run can change until the run starts, so the entries of indexes of values follow it.
create or replace function index_changed_input() returns trigger language plpgsql as $$
begin
  if exists (select from value_index where root = 'input') then
    perform write_value_entries(array[new.key], 'input');
  end if;
  return null;
end
$$;

create or replace function index_new_runs() returns trigger language plpgsql as $$
begin
  if exists (select from value_index where root = 'output') then
    perform write_value_entries((select array_agg(task_key) from new_run where is_current), 'output');
  end if;
  return null;
end
$$;

create or replace function index_changed_run() returns trigger language plpgsql as $$
begin
  if exists (select from value_index where root = 'output') then
    perform write_value_entries(array[new.task_key], 'output');
  end if;
  return null;
end
$$;

create or replace function index_new_input() returns trigger language plpgsql as $$
begin
  if exists (select from value_index where root = 'input') then
    perform write_value_entries(array[new.task_key], 'input');
  end if;
  return null;
end
$$;

create or replace function index_marked_task() returns trigger language plpgsql as $$
begin
  if exists (select from value_index) then
    perform write_value_entries(array[new.key], null);
  end if;
  return null;
end
$$;

-- What a type marks is true of all of its tasks at once, so the indexes that hold such values begin anew.
create or replace function rebuild_marked_indexes() returns trigger language plpgsql as $$
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
  update value_index v set key = nextval('value_index_key'), status = 'building', born = null, last_key = null, done_key = 0
  from old_index o where v.id = o.id;
  return null;
end
$$;

create or replace function bury_value_index() returns trigger language plpgsql as $$
begin
  insert into dead_value_index (key) values (old.key);
  return null;
end
$$;
