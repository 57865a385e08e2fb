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

-- The part of a text that an index holds. Long enough to tell texts apart, short enough for a row of an index beside an id.
create function indexed_text(content text) returns text language sql immutable parallel safe as $$
  select left(content, 120)
$$;

-- Writes the rows of these entries in these indexes of their stores, or in all. The caller holds locks on the entries.
create function index_state_entries(store_keys bigint[], ids text[], index_keys bigint[] default null) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into state_index_entry as i (index_key, id, kind, number, content)
  select x.key, n.id,
    case when is_hidden then 'hidden' when not p.is_readable then 'unreadable' else coalesce(p.kind, 'missing') end,
    case when p.kind = 'number' then state_number(p.content) end,
    case when p.kind = 'string' then indexed_text(p.content) when p.kind = 'boolean' then p.content
      when p.kind = 'null' then 'null' end
  from unnest(store_keys, ids) n (store_key, id)
  cross join lateral ( -- offset 0: entries are found by their ids, also by a plan that was made while there were none
    select e.value, coalesce(e.sensitive, '{}')
      || coalesce((select s.sensitive from state_store s where s.key = n.store_key), '{}') as sensitive
    from state_entry e where e.store_key = n.store_key and e.id = n.id offset 0
  ) e
  cross join lateral (
    select x.* from state_index x
    where x.store_key = n.store_key and x.removed_on is null and (index_keys is null or x.key = any (index_keys)) offset 0
  ) x
  cross join lateral (
    select exists (
      select from unnest(e.sensitive) marked (pointer)
      where marked.pointer = x.pointer or starts_with(x.pointer, marked.pointer || '/')
        or starts_with(marked.pointer || '/', x.array_pointer || '/')
    ) as is_hidden
  ) h
  left join lateral state_scalar(e.value, x.path) p on not is_hidden
  on conflict (index_key, id) do update
    set kind = excluded.kind, number = excluded.number, content = excluded.content
    where (i.kind, i.number, i.content) is distinct from (excluded.kind, excluded.number, excluded.content);
end
$$;
