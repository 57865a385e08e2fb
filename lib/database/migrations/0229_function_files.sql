-- The files of functions and triggers that the database has, so that those which differ are applied.
create table function_file (
  path text primary key,
  hash text not null,                        -- SHA-256 of its text, in hexadecimal
  version text not null,                     -- the version of Taskdeck that applied it
  applied_on timestamptz not null default now()
);
