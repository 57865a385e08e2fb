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

-- A field of a record as it is hashed: its length in bytes, then itself.
create function audit_field(value text) returns text language sql immutable as $$
  select coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value, '-');
$$;

create function audit_hash(previous bytea, r audit_record) returns bytea language sql stable as $$
  select sha256(previous || convert_to(
    audit_field(r.id::text) || audit_field(to_char(r.occurred_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || audit_field(r.identity_kind) || audit_field(r.identity_id) || audit_field(r.identity_name)
    || audit_field(r.operation) || audit_field(r.target_kind) || audit_field(r.target_id)
    || audit_field(r.source_address) || audit_field(r.request_id) || audit_field(r.outcome)
    || audit_field(r.status::text) || audit_field(r.detail), 'UTF8'));
$$;

-- Appends records in the order of the arrays. The row of the chain is locked, so that all processes write one after the
-- other and ids, times and hashes have one order. The only way to write the trail: it runs as the owner of the tables.
create function append_audit(identity_kinds text[], identity_ids text[], identity_names text[], operations text[],
  target_kinds text[], target_ids text[], source_addresses text[], request_ids text[], outcomes text[], statuses int[],
  details text[]) returns void language plpgsql security definer set search_path from current as $$
declare
  ids constant regclass := pg_get_serial_sequence('audit_record', 'id');
  chain audit_chain;
  r audit_record;
begin
  select * into chain from audit_chain for update;
  for n in 1 .. cardinality(operations) loop
    r.id := nextval(ids);
    r.occurred_on := clock_timestamp();
    r.identity_kind := identity_kinds[n];
    r.identity_id := identity_ids[n];
    r.identity_name := identity_names[n];
    r.operation := operations[n];
    r.target_kind := target_kinds[n];
    r.target_id := target_ids[n];
    r.source_address := source_addresses[n];
    r.request_id := request_ids[n];
    r.outcome := outcomes[n];
    r.status := statuses[n];
    r.detail := details[n];
    r.previous_hash := chain.last_hash;
    r.hash := audit_hash(chain.last_hash, r);
    chain.last_hash := r.hash;
    chain.last_id := r.id;
    insert into audit_record overriding system value select r.*;
  end loop;
  update audit_chain set last_id = chain.last_id, last_hash = chain.last_hash;
end;
$$;

-- Removes the oldest records, at most `batch`, that are older than `age_in_ms` and than a day, and moves the beginning of
-- the chain behind them. Returns how many it removed.
create function remove_old_audit(age_in_ms double precision, batch integer) returns integer
language plpgsql security definer set search_path from current as $$
declare
  oldest timestamptz := now() - greatest(age_in_ms, 86400000) * interval '1 ms';
  last_removed bigint;
  removed integer;
begin
  perform from audit_chain for update;
  select max(id) into last_removed from (
    select id, bool_and(occurred_on < oldest) over (order by id) as is_old
    from (select id, occurred_on from audit_record order by id limit batch) first_records
  ) prefix where is_old;
  if last_removed is null then
    return 0;
  end if;
  update audit_chain set first_after_id = r.id, first_after_hash = coalesce(r.hash, first_after_hash)
  from audit_record r where r.id = last_removed and r.id > first_after_id;
  delete from audit_record where id <= last_removed;
  get diagnostics removed = row_count;
  update audit_chain set removed_records = removed_records + removed, removed_on = now();
  return removed;
end;
$$;
