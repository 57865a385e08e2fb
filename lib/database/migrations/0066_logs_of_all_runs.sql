-- The logs of all runs are listed by id, which grows with time. Rare levels have indexes of their own: most lines have
-- neither, and cost no more than before.
create index log_entry_warn on log_entry (id) where level >= 'warn';
create index log_entry_error on log_entry (id) where level = 'error';
