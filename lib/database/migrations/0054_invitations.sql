-- Links with which an operator sets a password: one for each operator, used once.

create table invitation (
  operator_id uuid primary key references operator on delete cascade,
  token_hash bytea not null unique,
  expires_on timestamptz(3) not null
);
