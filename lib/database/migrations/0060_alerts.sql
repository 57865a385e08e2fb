-- Alerts: rules that say what is told and to whom.
--
-- alert           One row per rule.
-- alert_signal    What happened and no rule was compared with yet. The transaction in which failures are counted adds rows
--                 while any alert is enabled. One service at a time compares and deletes them every second.
-- alert_subject   What a rule has found, by what it is about: how often since its last notice, and when that was.
-- alert_notice    What was told, or is being told.
-- alert_delivery  One notice to one channel. It is a task of the type `taskdeck.alert-delivery` with the same id.

create table alert (
  key bigint generated always as identity primary key,
  id text collate "C" not null unique,
  name text not null,
  condition jsonb not null,
  channels jsonb not null,             -- without URLs and keys
  sealed_channels bytea not null,      -- JSON of URLs and keys by channel, authenticated with the id of the alert
  sealed_with text not null,           -- id of the secrets key
  is_enabled boolean not null,
  muted_until timestamptz(3),
  repeat_after_in_ms bigint not null,
  last_notice_on timestamptz(3),       -- tests do not count
  created_on timestamptz(3) not null default now(),
  created_by text not null,
  modified_on timestamptz(3) not null default now(),
  modified_by text not null
);

create table alert_signal (
  id bigint generated always as identity primary key,
  kind text not null,                  -- of the condition
  subject text collate "C" not null,   -- error group or task type
  type text collate "C" not null,
  count bigint not null
);

create table alert_subject (
  alert_key bigint not null references alert on delete cascade,
  subject text collate "C" not null,
  pending bigint not null,             -- what its next notice tells of
  is_open boolean not null default false, -- whether a condition that can end holds
  last_notice_on timestamptz(3),
  primary key (alert_key, subject)
);
create index alert_subject_pending on alert_subject (alert_key) where pending > 0;

create table alert_notice (
  key bigint generated always as identity primary key,
  id text collate "C" not null unique,
  alert_key bigint not null references alert on delete cascade,
  kind text not null check (kind in ('alert', 'summary', 'recovered', 'test')),
  subjects jsonb not null,             -- ids and counts
  created_on timestamptz(3) not null default now()
);
create index alert_notice_of_alert on alert_notice (alert_key, key);
create index alert_notice_age on alert_notice (created_on);

create table alert_delivery (
  key bigint generated always as identity primary key,
  id text collate "C" not null unique,
  notice_key bigint not null references alert_notice on delete cascade,
  alert_key bigint not null references alert on delete cascade,
  channel_id text not null,
  channel_kind text not null,
  attempts jsonb not null default '[]',
  is_delivered boolean not null default false,
  created_on timestamptz(3) not null default now(),
  ended_on timestamptz(3)              -- when it arrived or was given up
);
create index alert_delivery_of_notice on alert_delivery (notice_key);
create index alert_delivery_of_alert on alert_delivery (alert_key, key);

update operator set scopes = scopes || 'alerts/read'::text
where 'tasks/read' = any(scopes) and 'alerts/read' <> all(scopes);
update api_key set scopes = scopes || 'alerts/read'::text
where 'tasks/read' = any(scopes) and 'alerts/read' <> all(scopes);
update operator set scopes = scopes || 'alerts/manage'::text
where 'operators/manage' = any(scopes) and 'alerts/manage' <> all(scopes);
update api_key set scopes = scopes || 'alerts/manage'::text
where 'operators/manage' = any(scopes) and 'alerts/manage' <> all(scopes);
