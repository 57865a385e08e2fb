-- Operators who sign in with an OpenID Connect provider, and what a service asks the provider with while they are in.

alter table operator alter column password_hash drop not null;   -- null: signs in with a provider

create table operator_identity (
  issuer text not null,
  subject text not null,                    -- the claim sub: the e-mail address can change hands
  operator_id uuid not null unique references operator on delete cascade,
  provider text not null,                   -- id of the provider in the configuration
  primary key (issuer, subject)
);

alter table session
  add column provider text,                 -- null: opened with a password
  add column sealed_tokens bytea,           -- JSON of the provider's access and refresh token, authenticated with the session's id
  add column sealed_with text,              -- id of the secrets key
  add column confirmed_on timestamptz(3),   -- when the provider last said that the operator may sign in
  add column check_after timestamptz(3);    -- when the provider is asked again
create index session_check on session (check_after) where provider is not null and revoked_on is null;

-- ID tokens that opened a session, until they expire: each opens one.
create table used_id_token (
  token_hash bytea primary key,
  expires_on timestamptz(3) not null
);
create index used_id_token_expiry on used_id_token (expires_on);
