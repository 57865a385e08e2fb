-- Operations that wait for a second person, who answers the request and thereby performs it.

alter table approval
  alter column target drop not null,        -- null: the request is sealed, see below
  add column asker_kind text,               -- with whose rights it is performed
  add column asker_id text,
  add column asker_names text[] not null default '{}',  -- names of who may stand behind it: nobody of them answers
  add column needs text[] not null default '{}',        -- scopes of the operation: who answers has them
  add column shown jsonb,                   -- what is asked for, in words, without the value of a secret
  add column basis text,                    -- what it acts on, as it was shown
  add column sealed_request bytea,          -- until it is answered or has expired
  add column sealed_with text,              -- id of the secrets key
  add column outcome text,
  drop constraint approval_state_check,
  drop constraint approval_check,
  add constraint approval_state_check check (state in ('waiting', 'granted', 'declined', 'used', 'failed')),
  add constraint approval_check check ((state = 'waiting') = (answered_by is null)
    and (answered_by is null) = (answered_on is null) and (state in ('used', 'failed')) = (used_on is not null)
    and (target is null) = (shown is not null));
