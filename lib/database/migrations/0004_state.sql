-- State stores: entries, their versions, blobs and uploads.
--
-- state_store    one row a store, made by the first write. Its counts are folded in from state_store_change.
-- state_entry    one row an entry that exists (perhaps expired and not yet swept).
-- state_version  what an entry was before: a row is moved here when it is replaced, and one more tells of a deletion.
-- blob           one row a finished blob: it exists for callers exactly when an entry or a version points at it.
-- `change` is of a sequence: one for each mutation, shared by what it wrote. It is an entry's entity tag.
create sequence state_change;

create table state_store (
  key bigint generated always as identity primary key,
  namespace text collate "C" not null default '',   -- '': everybody's; else the identity whose own it is
  name text collate "C" not null,
  policy json,
  entry_count bigint not null default 0,
  value_bytes bigint not null default 0,
  blob_bytes bigint not null default 0,
  created_on timestamptz(3) not null default now(),
  modified_on timestamptz(3),
  unique (namespace, name)
);

-- What writes added to a store's counts since they were last folded in: appended to, never contended for.
create table state_store_change (
  key bigint generated always as identity primary key,
  store_key bigint not null,
  entries bigint not null,
  value_bytes bigint not null,
  blob_bytes bigint not null,
  occurred_on timestamptz(3) not null default now()
);

create table blob (
  key uuid primary key,                -- its name in the blob store, and its version id
  content_length bigint not null,
  content_hash bytea not null,         -- SHA-256
  content_type text not null,
  content_encoding text,
  content_disposition text,
  file_name text,
  metadata jsonb,
  created_on timestamptz(3) not null default now()
);
create index blob_age on blob (created_on);

create table state_entry (
  store_key bigint not null,
  id text collate "C" not null,
  version bigint not null,
  change bigint not null,
  operation text not null,             -- what made this version
  value json not null,
  value_bytes integer not null,
  content_type text,                   -- null: application/json
  tags jsonb,                          -- null when there are none
  sensitive text[],                    -- null when there are none; without the store's
  has_blob boolean not null,           -- whether it accepts one
  blob_key uuid,
  expires_on timestamptz(3),
  created_on timestamptz(3) not null,
  created_by json not null,
  modified_on timestamptz(3) not null,
  modified_by json not null,
  primary key (store_key, id)
);
create index state_entry_modified on state_entry (store_key, modified_on, id);
create index state_entry_expiry on state_entry (expires_on) where expires_on is not null;
create index state_entry_blob on state_entry (blob_key) where blob_key is not null;
create index state_entry_with_blob on state_entry (store_key, id) where blob_key is not null;
create index state_entry_tags on state_entry using gin (tags jsonb_path_ops) where tags is not null;

create table state_version (
  store_key bigint not null,
  id text collate "C" not null,
  version bigint not null,
  change bigint not null,
  operation text not null,             -- 'delete' and 'expire': no value
  value json,
  value_bytes integer not null,
  content_type text,
  tags jsonb,
  sensitive text[],
  has_blob boolean not null,
  blob_key uuid,
  expires_on timestamptz(3),
  created_on timestamptz(3) not null,
  created_by json not null,
  modified_on timestamptz(3) not null,
  modified_by json not null,
  superseded_on timestamptz(3) not null default now(),
  primary key (store_key, id, version)
);
create index state_version_age on state_version (superseded_on);
create index state_version_blob on state_version (blob_key) where blob_key is not null;

-- An upload that is under way, or done not long ago.
create table blob_upload (
  key uuid primary key,                -- of the blob that it becomes
  namespace text collate "C" not null,
  store_name text collate "C" not null,
  entry_id text collate "C" not null,
  identity text not null,
  writer json not null,
  input json not null,                 -- ParsedResumableUploadInput
  content_length bigint not null,
  received_bytes bigint not null default 0,
  store_state text not null,           -- UploadState of the blob store
  result json,                         -- BlobUploadResult, once it is complete
  created_on timestamptz(3) not null default now(),
  modified_on timestamptz(3) not null default now(),
  expires_on timestamptz(3) not null
);
create index blob_upload_of_identity on blob_upload (identity, created_on);
create index blob_upload_expiry on blob_upload (expires_on);

-- What the state steps of runs read and wrote. Goes with the run's steps.
create table state_access (
  task_key bigint not null,
  run_count bigint not null,
  sequence integer not null,
  store_key bigint not null,
  id text collate "C" not null,
  access text not null,                -- read, write, delete
  version bigint,
  occurred_on timestamptz(3) not null default now(),
  primary key (task_key, run_count, sequence, store_key, id, access)
);
create index state_access_of_entry on state_access (store_key, id, occurred_on desc, task_key);
