-- The text of the part of a JSON value at a path, as #>> returns it. Null where PostgreSQL cannot read the value, because a
-- string of it has U+0000 or half a character: #>> fails then, and with it all that reads other rows too.
create function text_at(given json, path text[]) returns text language plpgsql immutable as $$
begin
  return given #>> path;
exception
  when data_exception or program_limit_exceeded then return null;
end
$$;
