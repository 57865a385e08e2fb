-- Reveals: who sees the hidden values of one entry or run, why, and until when.

create table reveal (
  id uuid primary key default gen_random_uuid(),
  store_name text,                          -- of an entry
  entry_id text,
  task_id text,                             -- of a run
  run_count bigint,
  target_made_on timestamptz(3) not null,   -- distinguishes it from a later one of the same id
  pointers text[] not null,
  reason text not null,
  identity text not null,                   -- the caller who sees the values
  session_id uuid,                          -- and the session, of an operator
  revealed_by text not null,
  created_on timestamptz(3) not null default now(),
  expires_on timestamptz(3) not null,
  check (num_nonnulls(store_name, entry_id) in (0, 2) and num_nonnulls(task_id, run_count) in (0, 2)
    and num_nonnulls(store_name, task_id) = 1)
);
create index reveal_entry on reveal (store_name, entry_id) where store_name is not null;
create index reveal_run on reveal (task_id, run_count) where task_id is not null;
create index reveal_expiry on reveal (expires_on);

-- Revealing needs the scope sensitive/reveal. Who manages operators and sees sensitive values anyway gets it.
update operator set scopes = scopes || 'sensitive/reveal'::text
where scopes @> '{operators/manage,sensitive/read}' and 'sensitive/reveal' <> all(scopes);
update api_key set scopes = scopes || 'sensitive/reveal'::text
where scopes @> '{operators/manage,sensitive/read}' and 'sensitive/reveal' <> all(scopes);
