-- Source maps of what workers run.
--
-- source_map          A map, compressed with gzip, once for each content.
-- source_bundle       The maps that a worker sent together. Its id is a hash of their paths and contents.
-- source_bundle_file  The module whose map it is, by its path on the worker's machine.
-- worker_bundle       What a worker sent when it started. Null: it sent none, after one of its name had sent some.

create table source_map (
  hash text collate "C" primary key,
  content bytea not null,
  sent_on timestamptz(3) not null default now()
);
alter table source_map alter column content set storage external;

create table source_bundle (
  id text collate "C" primary key,
  sent_on timestamptz(3) not null default now()
);

create table source_bundle_file (
  bundle text collate "C" not null references source_bundle on delete cascade,
  path text collate "C" not null,
  hash text collate "C" not null references source_map,
  primary key (bundle, path)
);
create index source_bundle_file_of_map on source_bundle_file (hash);

create table worker_bundle (
  worker text collate "C" not null,
  registered_on timestamptz(3) not null default now(),
  bundle text collate "C" references source_bundle,
  primary key (worker, registered_on)
);
create index worker_bundle_by_age on worker_bundle (registered_on);
create index worker_bundle_of_bundle on worker_bundle (bundle) where bundle is not null;

-- Lines of source need the scope sources/read. Administrators get it, and those whose scopes are the role Operator, so
-- that they keep their role.
do $$
declare
  role_before constant text[] := '{tasks/read,events/read,state/read,logs/read,steps/read,locks/read,workers/read,alerts/read,tasks/create,tasks/update,tasks/delete,events/create,state/create,state/delete,locks/delete,audit/read,alerts/manage}';
begin
  update operator set scopes = scopes || 'sources/read'::text
  where 'sources/read' <> all(scopes)
    and ('operators/manage' = any(scopes) or (scopes @> role_before and scopes <@ role_before));
  update api_key set scopes = scopes || 'sources/read'::text
  where 'sources/read' <> all(scopes)
    and ('operators/manage' = any(scopes) or (scopes @> role_before and scopes <@ role_before));
end
$$;
