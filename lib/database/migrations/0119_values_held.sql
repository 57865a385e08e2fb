-- Whether a value, or a part of it, is this text, or this number when the text is one. Names of members do not count. A
-- value that PostgreSQL cannot read as text, because a string has U+0000 or half a character, holds nothing.
create function json_holds(given json, path text[], sought text) returns boolean language plpgsql immutable as $$
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
