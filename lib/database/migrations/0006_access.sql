-- Who may do what: operators and their sessions, API keys, signing keys, secrets.
-- Passwords are kept as scrypt hashes, tokens as SHA-256 hashes. Sealed values are encrypted with the secrets key.

create table operator (
  id uuid primary key default gen_random_uuid(),
  email text collate "C" not null unique,   -- lower case
  name text not null,
  password_hash text not null,              -- scrypt$N$r$p$salt$hash
  scopes text[] not null,                   -- without the prefix of their URI: tasks/read
  is_disabled boolean not null default false,
  created_on timestamptz(3) not null default now(),
  last_sign_in_on timestamptz(3)
);

-- A sign-in. Its refresh token gets access tokens until the session expires or is revoked.
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

-- Keys that sign access tokens. Every service process verifies tokens with all of them.
create table signing_key (
  id text primary key,
  public_jwk json not null,
  sealed_private_jwk bytea not null,
  sealed_with text not null,                -- id of the secrets key
  created_on timestamptz(3) not null default now()
);

-- One row per account and one per address with failed sign-ins. An attempt counts as failed until it succeeds.
create table sign_in_throttle (
  subject text primary key,
  failures integer not null,
  blocked_until timestamptz(3) not null,
  last_attempt_on timestamptz(3) not null default now()
);
create index sign_in_throttle_age on sign_in_throttle (last_attempt_on);

create table secret (
  name text collate "C" primary key,
  sealed_value bytea not null,              -- AES-256-GCM: nonce, tag, ciphertext; authenticated with its name
  sealed_with text not null,                -- id of the secrets key
  modified_on timestamptz(3) not null default now(),
  modified_by text not null
);
