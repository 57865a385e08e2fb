-- Whether somebody without sensitive/read gave the input: runs with it get no hidden event of runs before it.
alter table task_input add withholds_events boolean not null default false;
