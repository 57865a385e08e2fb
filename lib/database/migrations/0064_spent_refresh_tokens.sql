-- Refresh tokens that were exchanged for a next one. Whoever uses one later has stolen it, or was stolen from.

create table spent_refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  spent_on timestamptz(3) not null default now()
);
create index spent_refresh_token_session on spent_refresh_token (session_id);
