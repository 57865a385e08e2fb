-- Fingerprints of errors are made with a key, so that nobody can find the code or the text of an error that is hidden by
-- computing fingerprints of guesses. The key stays with the rows: groups outlive restarts, other machines and other keys of
-- secrets.
create table fingerprint_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);
insert into fingerprint_key (key)
select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- The fingerprints from before become those that the same failures have from now on. What follows is HMAC-SHA256: PostgreSQL
-- has none without an extension.
create table old_fingerprint (old text collate "C" primary key, new text collate "C" not null);

do $$
declare
  inner_key bytea := decode(repeat('36', 64), 'hex');
  outer_key bytea := decode(repeat('5c', 64), 'hex');
  secret bytea := (select key from fingerprint_key);
begin
  for place in 0..31 loop
    inner_key := set_byte(inner_key, place, get_byte(inner_key, place) # get_byte(secret, place));
    outer_key := set_byte(outer_key, place, get_byte(outer_key, place) # get_byte(secret, place));
  end loop;
  insert into old_fingerprint (old, new)
  select found.old, case when found.old like '2-%' then '3-' else '1-' end
    || left(encode(sha256(outer_key || sha256(inner_key || convert_to(found.old, 'UTF8'))), 'hex'), 16)
  from (
    select fingerprint as old from run where fingerprint is not null
    union select error ->> 'fingerprint' from step where error is not null
    union select tried.value -> 'error' ->> 'fingerprint' from step, json_array_elements(attempts) tried where attempts is not null
    union select last_error ->> 'fingerprint' from active_run where last_error is not null
    union select fingerprint from error_fingerprint
    union select fingerprint from error_count
    union select fingerprint from error_place
    union select fingerprint from failure
    union select cause from bulk_item where cause is not null
  ) found
  where found.old ~ '^([12]-)?[0-9a-f]{16}$';
end;
$$;

update run r set fingerprint = f.new, error = replace(r.error::text, '"' || f.old || '"', '"' || f.new || '"')::json
from old_fingerprint f where f.old = r.fingerprint;
update active_run a set last_error = replace(a.last_error::text, '"' || f.old || '"', '"' || f.new || '"')::json
from old_fingerprint f where f.old = a.last_error ->> 'fingerprint';
update step s set error = replace(s.error::text, '"' || f.old || '"', '"' || f.new || '"')::json
from old_fingerprint f where f.old = s.error ->> 'fingerprint';

-- The texts below can name several.
create function with_new_fingerprints(given text) returns text language plpgsql as $$
declare
  found record;
begin
  for found in
    select f.old, f.new from (select distinct (regexp_matches(given, '(?:[12]-)?[0-9a-f]{16}', 'g'))[1] as old) named
    join old_fingerprint f using (old)
  loop
    given := replace(given, found.old, found.new);
  end loop;
  return given;
end;
$$;
update step set attempts = with_new_fingerprints(attempts::text)::json
where attempts is not null and attempts::text ~ '[0-9a-f]{16}';

update error_group g set id = f.new from old_fingerprint f where f.old = g.id;
update error_fingerprint e set fingerprint = f.new from old_fingerprint f where f.old = e.fingerprint;
update error_fingerprint e set group_id = f.new from old_fingerprint f where f.old = e.group_id;
update error_count c set fingerprint = f.new from old_fingerprint f where f.old = c.fingerprint;
update error_place p set fingerprint = f.new from old_fingerprint f where f.old = p.fingerprint;
update failure a set fingerprint = f.new from old_fingerprint f where f.old = a.fingerprint;
update bulk_item i set cause = f.new from old_fingerprint f where f.old = i.cause;
update alert_signal a set subject = f.new from old_fingerprint f where f.old = a.subject;
update alert_subject a set subject = f.new from old_fingerprint f where f.old = a.subject;
update alert set condition = with_new_fingerprints(condition::text)::jsonb where condition::text ~ '[0-9a-f]{16}';
update alert_notice set subjects = with_new_fingerprints(subjects::text)::jsonb where subjects::text ~ '[0-9a-f]{16}';
update saved_view set filter = with_new_fingerprints(filter), settings = with_new_fingerprints(settings::text)::json
where filter || settings::text ~ '[0-9a-f]{16}';
update bulk_operation set selection = with_new_fingerprints(selection::text)::json
where selection::text ~ '[0-9a-f]{16}';

drop function with_new_fingerprints;
drop table old_fingerprint;
