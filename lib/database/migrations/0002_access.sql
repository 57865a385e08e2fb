-- Who may do what, and who did it: operators, sessions, API keys, signing keys, secrets, the audit trail.

create table operator (
  id uuid primary key default gen_random_uuid(),
  email text collate "C" not null unique,   -- lower case
  name text not null,
  password_hash text not null,              -- scrypt$N$r$p$salt$hash
  scopes text[] not null,                   -- suffixes: tasks/read
  is_disabled boolean not null default false,
  created_on timestamptz(3) not null default now(),
  last_sign_in_on timestamptz(3)
);

-- A sign-in. Its refresh token gets access tokens until the session expires or is revoked; only its hash is kept.
create table session (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid not null references operator on delete cascade,
  refresh_hash bytea not null unique,
  created_on timestamptz(3) not null default now(),
  expires_on timestamptz(3) not null,
  revoked_on timestamptz(3)
);
create index session_operator on session (operator_id);
create index session_expiry on session (expires_on);

create table api_key (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  key_hash bytea not null unique,
  scopes text[] not null,
  created_on timestamptz(3) not null default now(),
  created_by text not null,
  expires_on timestamptz(3),
  last_used_on timestamptz(3)
);

-- Keys that sign access tokens. Every service verifies with all of them; the private half is sealed with the secrets key.
create table signing_key (
  id text primary key,
  public_jwk json not null,
  sealed_private_jwk bytea not null,
  sealed_with text not null,                -- id of the secrets key
  created_on timestamptz(3) not null default now()
);

-- One row an account and one an address that failed to sign in. An attempt counts as failed until it succeeds.
create table sign_in_throttle (
  subject text primary key,
  failures integer not null,
  blocked_until timestamptz(3) not null,
  last_attempt_on timestamptz(3) not null default now()
);
create index sign_in_throttle_age on sign_in_throttle (last_attempt_on);

create table secret (
  name text collate "C" primary key,
  sealed_value bytea not null,              -- AES-256-GCM: nonce, tag, ciphertext; bound to its name
  sealed_with text not null,                -- id of the secrets key
  modified_on timestamptz(3) not null default now(),
  modified_by text not null
);

-- First answers to POSTs that carried an Idempotency-Key (CreateTask keeps its own beside the task).
-- A row without a status is a claim: its request is under way, or its process died.
create table idempotent_answer (
  identity text not null,
  key text not null,
  operation text not null,
  body_hash text not null,
  status smallint,
  sealed_answer bytea,
  sealed_with text,
  claimed_on timestamptz(3) not null default now(),
  primary key (identity, key)
);
create index idempotent_answer_age on idempotent_answer (claimed_on);

create table audit_record (
  id bigint generated always as identity primary key,
  occurred_on timestamptz(3) not null default now(),
  identity_kind text not null,
  identity_id text collate "C" not null,
  identity_name text collate "C" not null,
  operation text collate "C" not null,
  target_kind text,
  target_id text collate "C",
  source_address text not null,
  request_id text not null,
  outcome text not null,
  status smallint not null,
  detail text
);
create index audit_record_time on audit_record (occurred_on);
create index audit_record_target on audit_record (target_id, id) where target_id is not null;
create index audit_record_identity on audit_record (identity_id, id);
create index audit_record_identity_name on audit_record (identity_name, id);
create index audit_record_operation on audit_record (operation, id);
create index audit_record_outcome on audit_record (outcome, id) where outcome <> 'succeeded';
