-- Conditions on the values of state entries.

-- The scalar at a path of a value. `kind` is that of JSON, or null when there is nothing. A value that PostgreSQL cannot
-- read as text, because a string has U+0000 or half a character, is not readable: it meets no condition.
create function state_scalar(given json, path text[], out kind text, out content text, out is_readable boolean)
language plpgsql immutable as $$
declare
  part json;
begin
  part := given #> path;
  kind := json_typeof(part);
  if kind in ('string', 'number', 'boolean') then content := part #>> '{}'; end if;
  is_readable := true;
exception
  when data_exception or program_limit_exceeded then
    kind := null;
    content := null;
    is_readable := false;
end
$$;

-- A number of JSON, exactly. Null for one with so many digits that nothing is compared with it.
create function state_number(content text) returns numeric language sql immutable parallel safe as $$
  select case when length(content) <= 1000 and content ~ '^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$'
    then content::numeric end
$$;
