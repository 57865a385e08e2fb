-- Indexes of the values at paths into inputs and outputs, which lists of tasks are sorted by.
--
-- value_index       An index that somebody asked for. It is `building` until the tasks of before are in it.
-- value_entry       The place of a task in an index. Every task that an index is about has one.
-- dead_value_index  Keys of indexes that were deleted or are built again. Their entries are deleted in batches.
--
-- Triggers keep the entries of tasks that change equal to their values, from the transaction on that created
-- the index. Earlier tasks are read once, when all transactions that began before have ended.

create sequence value_index_key;
create table value_index (
  id uuid primary key default gen_random_uuid(),
  key bigint not null unique default nextval('value_index_key'), -- of its entries; another one when it is built again
  pointer text collate "C" not null,  -- /input/… or /output/…
  root text not null check (root in ('input', 'output')),
  path text[] not null,               -- below the root
  array_pointer text,                 -- of the first part of the path that an index follows
  type text collate "C",              -- null: tasks of every type
  status text not null default 'building' check (status in ('building', 'ready')),
  born xid8 not null default pg_current_xact_id(),
  last_key bigint,                    -- the last task to read; null until all earlier transactions have ended
  done_key bigint not null default 0, -- the last task that was read
  created_on timestamptz(3) not null default now(),
  created_by text not null,
  unique nulls not distinct (pointer, type)
);

-- `kind`: 1 boolean, 2 number, 3 text, 4 no value: absent, null, an object, a list, sensitive, unreadable or too large.
create table value_entry (
  index_key bigint not null,
  task_key bigint not null,
  kind smallint not null,
  number numeric not null,            -- of a number, exactly; of a boolean 0 or 1; else 0
  body text collate "C" not null,     -- the beginning of a text; else empty
  primary key (task_key, index_key)
);
create unique index value_entry_order on value_entry (index_key, kind, number, body, task_key);

create table dead_value_index (
  key bigint primary key,
  died xid8 not null default pg_current_xact_id()
);
