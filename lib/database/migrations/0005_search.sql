-- What the search reads.
--
-- search_text      Searchable texts of a task. Ids, names and types are added in batches, which keeps creation fast. The
--                  error of a run is added when the run ends.
-- search_progress  The last task whose texts have been added. The search scans later tasks directly.
create extension if not exists pg_trgm;

create table search_text (
  task_key bigint not null,
  kind "char" not null,             -- t: id, name and type; e: error of the current run
  body text not null,
  primary key (task_key, kind)
);
create index search_text_body on search_text using gin (body gin_trgm_ops);

create table search_progress (
  is_only boolean primary key default true check (is_only),
  task_key bigint not null
);
insert into search_progress (task_key) values (0);
