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

-- Indexes of before do not tell them apart, and are built again.
with old_index as (
  select id, key from value_index for update
), dead as (
  insert into dead_value_index (key) select key from old_index
)
update value_index v set key = nextval('value_index_key'), status = 'building', born = pg_current_xact_id(),
  last_key = null, done_key = 0
from old_index o where v.id = o.id;
