-- A field of a record as it is hashed: its length in bytes, then itself.
create or replace function audit_field(value text) returns text language sql immutable as $$
  select coalesce(octet_length(value) || ':' || value, '-');
$$;

-- Links a record to the one before it. `first_hash` stands for the record before the first.
create or replace function audit_link(hash bytea, content bytea, first_hash bytea) returns bytea language sql immutable as $$
  select sha256(coalesce(hash, first_hash) || content);
$$;

create or replace aggregate audit_hash(content bytea, first_hash bytea) (sfunc = audit_link, stype = bytea);

-- Appends records in the order of the arrays. The row of the chain is locked, so that all processes write one after the
-- other and ids, times and hashes have one order. The only way to write the trail: it runs as the owner of the tables.
-- One statement for the batch: a loop costs several times as much.
create or replace function append_audit(identity_kinds text[], identity_ids text[], identity_names text[], operations text[],
  target_kinds text[], target_ids text[], source_addresses text[], request_ids text[], outcomes text[], statuses int[],
  details text[]) returns void language plpgsql security definer set search_path from current as $$
declare
  ids constant regclass := pg_get_serial_sequence('audit_record', 'id');
  chain audit_chain;
  moment timestamptz(3);
  moment_field text;
begin
  select * into chain from audit_chain for update;
  moment := clock_timestamp();
  moment_field := audit_field(to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  with numbered as (
    select nextval(ids) as id, g.*
    from unnest(identity_kinds, identity_ids, identity_names, operations, target_kinds, target_ids, source_addresses,
      request_ids, outcomes, statuses, details) with ordinality
      as g (identity_kind, identity_id, identity_name, operation, target_kind, target_id, source_address, request_id,
        outcome, status, detail, n)
  ), linked as (
    select r.*, audit_hash(convert_to(
      audit_field(r.id::text) || moment_field
      || audit_field(r.identity_kind) || audit_field(r.identity_id) || audit_field(r.identity_name)
      || audit_field(r.operation) || audit_field(r.target_kind) || audit_field(r.target_id)
      || audit_field(r.source_address) || audit_field(r.request_id) || audit_field(r.outcome)
      || audit_field(r.status::text) || audit_field(r.detail), 'UTF8'), chain.last_hash)
      over (order by r.n rows unbounded preceding) as hash
    from numbered r
  ), written as (
    insert into audit_record (id, occurred_on, identity_kind, identity_id, identity_name, operation, target_kind,
      target_id, source_address, request_id, outcome, status, detail, previous_hash, hash) overriding system value
    select l.id, moment, l.identity_kind, l.identity_id, l.identity_name, l.operation, l.target_kind, l.target_id,
      l.source_address, l.request_id, l.outcome, l.status, l.detail,
      coalesce(lag(l.hash) over (order by l.n), chain.last_hash), l.hash
    from linked l
    returning id, hash
  )
  select w.id, w.hash into chain.last_id, chain.last_hash from written w order by w.id desc limit 1;
  update audit_chain set last_id = chain.last_id, last_hash = chain.last_hash;
end;
$$;

-- Removes the oldest records, at most `batch`, that are older than `age_in_ms` and than a day, and moves the beginning of
-- the chain behind them. Returns how many it removed.
create or replace function remove_old_audit(age_in_ms double precision, batch integer) returns integer
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

-- Only the owner's roles write the trail (`grant_use`). A temporary table of the caller must not stand in for theirs.
do $$
begin
  execute format('alter function append_audit set search_path = %I, pg_temp', current_schema());
  execute format('alter function remove_old_audit set search_path = %I, pg_temp', current_schema());
end;
$$;
revoke execute on function append_audit, remove_old_audit from public;
