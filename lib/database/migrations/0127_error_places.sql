-- The types and queues whose runs had a failure, by its fingerprint. Callers with bounds see the groups all of whose
-- failures lie inside. An empty queue is not known: it lies inside of no bounds but `*`.

create table error_place (
  fingerprint text collate "C" not null,
  type text collate "C" not null,
  queue text collate "C" not null,
  last_on timestamptz(3) not null,
  primary key (fingerprint, type, queue)
);
create index error_place_age on error_place (last_on);

-- Where the runs that still exist had their failures.
insert into error_place (fingerprint, type, queue, last_on)
select r.fingerprint, t.type, t.queue, max(r.ended_on)
from run r join task t on t.key = r.task_key
where r.fingerprint in (select fingerprint from error_fingerprint) and r.ended_on > now() - interval '90 days'
group by 1, 2, 3;

-- Where others had them is not known: counted failures are more than the runs.
insert into error_place (fingerprint, type, queue, last_on)
select f.fingerprint, g.type, '', g.last_seen_on
from error_fingerprint f join error_group g on g.id = f.group_id
where (select sum(count) from error_count c where c.fingerprint = f.fingerprint) > (
  select count(*) from run r join task t on t.key = r.task_key
  where r.fingerprint = f.fingerprint and r.ended_on > now() - interval '90 days')
on conflict do nothing;
