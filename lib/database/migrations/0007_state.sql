-- State stores: entries, their versions, blobs and uploads.
--
-- state_store    One row per store, made by the first write. Its counts are folded in from state_store_change.
-- state_entry    One row per entry that exists, or has expired and is not yet swept.
-- state_version  What an entry was before. A replaced row moves here. One more row records a deletion.
-- blob           One row per complete blob. Callers see a blob only while an entry or a version references it.
-- blob_upload    One row per upload under way, and for a while per complete resumable upload.
-- state_access   What the state steps of runs read and wrote.
--
-- Every mutation takes one number of the sequence state_change. All rows that it writes carry it as `change`. It is the
-- entity tag of an entry.
create sequence state_change;

create table state_store (
  key bigint generated always as identity primary key,
  namespace text collate "C" not null default '',   -- '' for a shared store, else the identity that it belongs to
  name text collate "C" not null,
  policy json,
  policy_version integer not null default 0,         -- compared by write_state with the version that the caller used
  sensitive text[],                                  -- JSON Pointers of the policy; null for none
  entry_count bigint not null default 0,
  value_bytes bigint not null default 0,
  blob_bytes bigint not null default 0,
  created_on timestamptz(3) not null default now(),
  modified_on timestamptz(3),
  unique (namespace, name)
);

-- What writes have added to the counts of a store since they were last folded in. Rows are only appended: writers never
-- wait for each other.
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
  created_on timestamptz(3) not null default now(),
  orphaned_on timestamptz(3)           -- when the sweep first found that nothing references it
);
create index blob_age on blob (created_on, key);
create index blob_orphaned on blob (orphaned_on) where orphaned_on is not null;

create table state_entry (
  store_key bigint not null,
  id text collate "C" not null,
  version bigint not null,
  change bigint not null,
  operation text not null,             -- the operation that wrote this version
  value json not null,
  value_bytes integer not null,
  content_type text,                   -- null for application/json
  tags jsonb,                          -- null for none
  sensitive text[],                    -- JSON Pointers, without those of the store; null for none
  has_blob boolean not null,           -- whether it accepts one
  blob_key uuid,
  expires_on timestamptz(3),
  created_on timestamptz(3) not null, created_by json not null,
  modified_on timestamptz(3) not null, modified_by json not null,
  primary key (store_key, id) include (expires_on)   -- so that prefixes are counted by an index-only scan
);
-- `version > 0` holds for every entry. It keeps plans made while the table was small from finding ids by this index.
create index state_entry_modified on state_entry (store_key, modified_on, id) where version > 0;
create index state_entry_expiry on state_entry (expires_on) where expires_on is not null;
create index state_entry_expiring on state_entry (store_key, id) where expires_on is not null;
create index state_entry_blob on state_entry (blob_key) where blob_key is not null;
create index state_entry_with_blob on state_entry (store_key, id) where blob_key is not null;
create index state_entry_tags on state_entry using gin (tags jsonb_path_ops) where tags is not null;

create table state_version (
  store_key bigint not null,
  id text collate "C" not null,
  version bigint not null,
  change bigint not null,
  operation text not null,             -- 'delete' and 'expire' have no value
  value json,
  value_bytes integer not null,
  content_type text,
  tags jsonb,
  sensitive text[],
  has_blob boolean not null,
  blob_key uuid,
  expires_on timestamptz(3),
  created_on timestamptz(3) not null, created_by json not null,
  modified_on timestamptz(3) not null, modified_by json not null,
  superseded_on timestamptz(3) not null default now(),
  primary key (store_key, id, version)
);
create index state_version_age on state_version (superseded_on);
create index state_version_blob on state_version (blob_key) where blob_key is not null;

-- Every key under which bytes were sent to the blob store. The row is written before the first byte and deleted when the
-- blob is committed, or a while later for a resumable upload. An expired upload cannot be committed.
create table blob_upload (
  key uuid primary key,                -- the key of the blob to be
  namespace text collate "C" not null,
  store_name text collate "C" not null,
  entry_id text collate "C" not null,
  identity text not null,
  writer json not null,
  is_resumable boolean not null,
  input json not null,                 -- ParsedResumableUploadInput of a resumable upload, else {}
  content_length bigint not null default 0,
  received_bytes bigint not null default 0,
  store_state text not null default '', -- UploadState of the blob store; empty until the store returns one
  held_by uuid,                        -- the request that is adding bytes, until held_until
  held_until timestamptz(3),
  is_wanted boolean not null default false, -- whether another request wants to add bytes: the holder then stops
  result json,                         -- BlobUploadResult, once complete
  created_on timestamptz(3) not null default now(),
  modified_on timestamptz(3) not null default now(),
  expires_on timestamptz(3) not null
);
create index blob_upload_of_identity on blob_upload (identity, created_on);
create index blob_upload_expiry on blob_upload (expires_on);

-- Deleted with the steps of the run, or when older than the retention of state.
create table state_access (
  task_key bigint not null,
  run_count bigint not null,
  sequence integer not null,
  store_key bigint not null,
  id text collate "C" not null,
  access text not null,                -- read, write or delete
  version bigint,
  occurred_on timestamptz(3) not null default now(),
  primary key (task_key, run_count, sequence, store_key, id, access)
);
create index state_access_age on state_access using brin (occurred_on);
create index state_access_of_entry on state_access (store_key, id, occurred_on desc, task_key);
