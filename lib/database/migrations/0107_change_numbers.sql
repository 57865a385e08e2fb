-- Counts the changes of what people edit, so that the second of two changes at once is refused (If-Match).

alter table operator add column version int not null default 1;
alter table secret add column version int not null default 1;
alter table alert add column version int not null default 1;
alter table error_group add column version int not null default 1;
