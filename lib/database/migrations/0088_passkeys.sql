-- Passkeys (WebAuthn) of operators, and codes for who has lost them.

create table passkey (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid not null references operator on delete cascade,
  credential_id text not null unique,       -- base64url, chosen by the authenticator
  public_key bytea not null,                -- COSE
  counter bigint not null,                  -- signatures of the authenticator; 0 where it does not count
  transports text[] not null,
  name text not null,
  created_on timestamptz(3) not null default now(),
  last_used_on timestamptz(3)
);
create index passkey_operator on passkey (operator_id);

create table recovery_code (
  operator_id uuid not null references operator on delete cascade,
  code_hash bytea not null,                 -- a used code is deleted
  primary key (operator_id, code_hash)
);
