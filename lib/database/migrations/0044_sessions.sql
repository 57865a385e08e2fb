-- What operators recognise a session by in the list of their sessions.

alter table session
  add column address text,
  add column device text,
  add column last_used_on timestamptz(3) not null default now();

update session set last_used_on = created_on;
