-- What was requested: the audit trail, and answers kept for repeated requests.

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

-- First answers to POST requests with an Idempotency-Key. CreateTask uses task_idempotency instead. A row without
-- a status is a claim: its request is under way, or its process has died.
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
