-- The sensitive pointers of versions that are not kept any more. They go on covering copies of the versions before them, such
-- as those in steps. A row for each pointer, with the last version that had it.
create table state_mark (
  store_key bigint not null,
  id text collate "C" not null,
  pointer text not null,
  last_version bigint not null,
  primary key (store_key, id, pointer)
);
