-- The value at a path of an input or output, as a list shows it: JSON as text, null when there is none. A text that is
-- longer than `longest` bytes of JSON is cut, and any other value that is longer is left out.
create function listed_value(given json, path text[], longest integer, out part text, out is_truncated boolean)
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
