-- Who looks at a record now. It is worth nothing after a crash, so that no write of it is logged. A row is a person at a
-- record, and is deleted a moment after the person has left.
create unlogged table presence (
  record text collate "C" not null,      -- kind and id
  owner text collate "C" not null,       -- as the owner of isolated names
  name text not null,
  seen_on timestamptz(3) not null default now(),
  primary key (record, owner)
);
create index presence_owner on presence (owner);
create index presence_seen on presence (seen_on);
