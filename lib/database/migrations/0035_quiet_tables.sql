-- Dead rows of active runs no longer slow down claims, so their vacuum need not hurry: at full speed it takes the time of
-- the work itself.
alter table active_run reset (autovacuum_vacuum_cost_delay);

-- An index on a column that each heartbeat changes makes a heartbeat write the index too. There are few workers.
drop index worker_live;
