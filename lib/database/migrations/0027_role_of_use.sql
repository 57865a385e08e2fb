-- Service and workers can use a role that owns nothing and cannot change the audit trail: `grant_use` prepares it.

-- The functions that write the trail as its owner. A temporary table of the caller must not stand in for theirs.
do $$
begin
  execute format('alter function append_audit set search_path = %I, pg_temp', current_schema());
  execute format('alter function remove_old_audit set search_path = %I, pg_temp', current_schema());
end;
$$;
revoke execute on function append_audit, remove_old_audit from public;

-- Grants a role what service and workers need, after each migration. Called by the owner of the tables.
create function grant_use(role_name name) returns void language plpgsql as $$
declare
  place constant name := current_schema();
begin
  execute format('grant usage on schema %I to %I', place, role_name);
  execute format('grant select, insert, update, delete on all tables in schema %I to %I', place, role_name);
  execute format('revoke insert, update, delete on audit_record, audit_chain, migration from %I', role_name);
  execute format('grant usage, select on all sequences in schema %I to %I', place, role_name);
  execute format('revoke usage on sequence %s from %I', pg_get_serial_sequence('audit_record', 'id'), role_name);
  execute format('grant execute on function append_audit, remove_old_audit to %I', role_name);
end;
$$;
