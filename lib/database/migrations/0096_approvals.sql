-- Approvals: what somebody asks for that another person has to grant.

create table approval (
  id uuid primary key default gen_random_uuid(),
  operation text not null,                  -- what it is asked for
  target jsonb not null,
  reason text not null,
  owner text not null,                      -- who asked: nobody answers the own request
  asked_by text not null,
  asked_on timestamptz(3) not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'granted', 'declined', 'used')),
  expires_on timestamptz(3) not null,       -- of the wait, and then of the grant
  answered_by text,
  answered_on timestamptz(3),
  note text,
  used_on timestamptz(3),
  check ((state = 'waiting') = (answered_by is null) and (answered_by is null) = (answered_on is null)
    and (state = 'used') = (used_on is not null))
);
create index approval_asked on approval (asked_on desc, id desc);
create index approval_owner on approval (owner, asked_on desc, id desc);
create index approval_expiry on approval (expires_on);

alter table reveal add column granted_by text;  -- another person, where the caller has not the right itself

-- Answering needs the scope approvals/grant. Who manages operators gets it.
update operator set scopes = scopes || 'approvals/grant'::text
where 'operators/manage' = any(scopes) and 'approvals/grant' <> all(scopes);
update api_key set scopes = scopes || 'approvals/grant'::text
where 'operators/manage' = any(scopes) and 'approvals/grant' <> all(scopes);
