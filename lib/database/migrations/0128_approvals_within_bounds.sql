-- What callers with bounds see of requests: those of the stores that they reach, and of bulk operations of askers who
-- reach no further than they do.

alter table approval
  add column store_name text collate "C",   -- of a request about a store, except for a reveal
  add column asker_bounds json;             -- what the asker reached. Null: everything
