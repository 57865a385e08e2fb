-- Sign-ins: from where each operator has signed in, and who has to choose a password first.

alter table operator add column must_change_password boolean not null default false;

-- Networks from which an operator has signed in: a sign-in from there does not wait for failures of other networks.
create table sign_in_network (
  operator_id uuid not null references operator on delete cascade,
  network text not null,
  last_sign_in_on timestamptz(3) not null default now(),
  primary key (operator_id, network)
);
create index sign_in_network_age on sign_in_network (last_sign_in_on);

-- One row per address, per account with an address, and per account. Accounts are stored as hashes: what was typed as
-- a name can be a password.
delete from sign_in_throttle where subject like 'account:%';
