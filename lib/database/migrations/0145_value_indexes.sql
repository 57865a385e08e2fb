-- Indexes on paths of the values of state entries, as the policies of stores name them.
--
-- state_index        One row per indexed path of a store. A removed one stays until its rows are deleted.
-- state_index_entry  One row per index and entry of its store, written together with the entry.
create table state_index (
  key bigint generated always as identity primary key,
  store_key bigint not null,
  pointer text collate "C" not null,
  path text[] not null,
  array_pointer text collate "C",      -- of the first array that the path may go through; null for none
  -- A transaction that began to write after the last change here. When all up to it have ended, every writer in progress
  -- sees the change.
  waits_for xid8,
  walked_to text collate "C" not null default '', -- the entries up to this id were indexed
  indexed_count bigint not null default 0,        -- and how many they were
  created_on timestamptz(3) not null default now(),
  ready_on timestamptz(3),             -- null while older entries are still being indexed
  removed_on timestamptz(3)
);
create unique index state_index_of_store on state_index (store_key, pointer) where removed_on is null;
create index state_index_removed on state_index (store_key) where removed_on is not null;

create table state_index_entry (
  index_key bigint not null,
  id text collate "C" not null,
  kind text collate "C" not null,      -- of JSON, or missing, unreadable, hidden: a sensitive pointer covers the path
  number numeric,
  content text collate "C",            -- the first characters of a text; of true, false and null, the word
  primary key (index_key, id)
);
create index state_index_entry_number on state_index_entry (index_key, number, id) where number is not null;
create index state_index_entry_content on state_index_entry (index_key, content, id) where content is not null;
create index state_index_entry_hidden on state_index_entry (index_key, id) where kind = 'hidden';
