-- A session also ends when it is not used for a time. Earlier sessions have no such time until they are used.

alter table session add column idle_until timestamptz(3) not null default 'infinity';
