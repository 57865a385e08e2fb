-- The audit trail as a chain: each record has the hash of itself together with the hash of the record before it, so that
-- a change or a removal shows. Records from before this migration are not part of it.

alter table audit_record add column previous_hash bytea, add column hash bytea;

-- One row: where the chain begins (the last record that retention removed) and where it ends (the newest record).
create table audit_chain (
  is_only boolean primary key default true check (is_only),
  first_after_id bigint not null,      -- records up to this id are not part of the chain, or have been removed
  first_after_hash bytea not null,
  last_id bigint not null,
  last_hash bytea not null,
  removed_records bigint not null default 0,
  removed_on timestamptz(3)            -- when retention last removed records
);
insert into audit_chain (first_after_id, first_after_hash, last_id, last_hash)
select coalesce(max(id), 0), decode(repeat('00', 32), 'hex'), coalesce(max(id), 0), decode(repeat('00', 32), 'hex')
from audit_record;

-- How far the trail has been sent to each destination.
create table audit_stream (
  destination text primary key,
  last_id bigint not null,
  sent_on timestamptz(3) not null default now()
);

do $$
begin
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception 'the database has the encoding %; Taskdeck needs UTF8', current_setting('server_encoding');
  end if;
end;
$$;
