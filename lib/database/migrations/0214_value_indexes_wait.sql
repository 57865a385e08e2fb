-- An index of values waits for every transaction that did not see it. Such a transaction can be younger than the one that asks
-- for the index, which commits later than it begins. So `born` is now the number of a transaction that began to write after
-- the index was committed, and null until housekeeping has set it. So is `died` of a removed index.
alter table value_index alter column born drop not null, alter column born drop default;
alter table dead_value_index alter column died drop not null, alter column died drop default;
update value_index set born = null where status = 'building' and last_key is null;
update dead_value_index set died = null;

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
