-- Times that the clock of PostgreSQL showed twice, because it was set back from `ahead` to `back`. Rows that overlap, as when two
-- workers notice it at once, are joined by the next one.
create table repeated_time (
  back timestamptz not null,
  ahead timestamptz not null
);
