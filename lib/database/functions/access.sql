-- Tells every service process when the rights of a caller may have changed, so that waits and streams end with them.
create or replace function notify_access_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('taskdeck_access', '');
  return null;
end $$;

-- Counts the changes of what people edit, so that the second of two changes at once is refused (If-Match).
create or replace function count_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- The changes of all secrets are counted together: a condition on a deleted one is met by none of the same name.
create or replace function draw_secret_change() returns trigger language plpgsql as $$
begin
  new.version := nextval('secret_change');
  return new;
end $$;

-- Grants a role what service and workers need, after each migration. Called by the owner of the tables.
create or replace function grant_use(role_name name) returns void language plpgsql as $$
declare
  place constant name := current_schema();
begin
  execute format('grant usage on schema %I to %I', place, role_name);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', place, role_name);
  execute format('revoke insert, update, delete on audit_record, audit_chain, migration, function_file from %I', role_name);
  execute format('grant usage, select on all sequences in schema %I to %I', place, role_name);
  execute format('revoke usage on sequence %s from %I', pg_get_serial_sequence('audit_record', 'id'), role_name);
  execute format('grant execute on function append_audit, remove_old_audit to %I', role_name);
end;
$$;

-- Sessions of this database as the owner of the tables sees them. Without their queries, which can hold values.
create or replace function database_sessions()
returns table (pid integer, started_on timestamptz, application text, state text, is_seen boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select pid, xact_start, application_name, state, query is distinct from '<insufficient privilege>'
  from pg_stat_activity
  where datname = current_database() and coalesce(backend_type, 'client backend') = 'client backend'
$$;

-- Replicas that are connected, and slots that nobody reads: the server keeps its log for both.
create or replace function database_replicas() returns table (name text, state text, kept_bytes bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(application_name, 'replica'), coalesce(state, 'unknown'),
    pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint
  from pg_stat_replication
  union all
  select slot_name, 'inactive', pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint
  from pg_replication_slots where not active
$$;
