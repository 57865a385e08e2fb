-- Alerts about what lasts for a time: a failure rate, a wait, a lost worker, a missed schedule, a run that does not end.
--
-- alert_look  One row: when these conditions were evaluated, and how far the search for runs that do not end has come.

alter table alert
  add column since timestamptz(3) not null default now(), -- what is older is not told
  add column seen_task bigint,                            -- of one task: the newest run that was compared
  add column seen_run bigint;
alter table alert_subject
  add column value double precision,                      -- percent or milliseconds of a condition that lasts
  add column over_on timestamptz(3);                      -- since when it does not hold any more

create table alert_look (
  is_only boolean primary key default true check (is_only),
  looked_on timestamptz(3) not null default '-infinity',
  walked_to bigint not null default 0,
  found jsonb not null default '[]'
);
insert into alert_look default values;
