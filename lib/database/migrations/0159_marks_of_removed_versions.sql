-- The sensitive pointers of versions that are not kept any more. They go on covering copies of the versions before them, such
-- as those in steps. A row for each pointer, with the last version that had it.
create table state_mark (
  store_key bigint not null,
  id text collate "C" not null,
  pointer text not null,
  last_version bigint not null,
  primary key (store_key, id, pointer)
);

create function keep_marks() returns trigger language plpgsql as $$
begin
  insert into state_mark as m (store_key, id, pointer, last_version)
  select distinct old.store_key, old.id, pointer, old.version from unnest(old.sensitive) pointer
  on conflict (store_key, id, pointer) do update set last_version = excluded.last_version
    where m.last_version < excluded.last_version;
  return null;
end;
$$;

create trigger state_version_marks after delete on state_version for each row when (old.sensitive is not null)
  execute function keep_marks();
