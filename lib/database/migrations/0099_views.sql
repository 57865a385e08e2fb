-- Saved filters of lists. Other callers see those that are shared.

create table saved_view (
  id uuid primary key default gen_random_uuid(),
  owner text not null,                      -- as the owner of isolated names
  owner_name text not null,
  list text not null check (list in ('tasks', 'errors', 'logs', 'state')),
  store_name text check ((store_name is not null) = (list = 'state')),
  name text not null,
  filter text not null,
  settings json not null,                   -- parameters of the address by name
  is_shared boolean not null,
  place int not null,                       -- among those of the owner
  version int not null default 1,           -- counts changes of what it shows
  modified_on timestamptz(3) not null default now(),
  modified_by text not null
);
create index saved_view_owner on saved_view (owner);
create index saved_view_shared on saved_view (place, id) where is_shared;
