-- Counts the changes of what people edit, so that the second of two changes at once is refused (If-Match).

create function count_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

alter table operator add column version int not null default 1;
create trigger operator_changed before update on operator for each row
  when ((to_jsonb(old) - 'last_sign_in_on') is distinct from (to_jsonb(new) - 'last_sign_in_on'))
  execute function count_change();

alter table secret add column version int not null default 1;
create trigger secret_changed before update on secret for each row
  when (old.* is distinct from new.*)
  execute function count_change();

alter table alert add column version int not null default 1;
create trigger alert_changed before update on alert for each row
  when ((old.name, old.condition, old.channels, old.sealed_channels, old.is_enabled, old.repeat_after_in_ms, old.muted_until)
    is distinct from
    (new.name, new.condition, new.channels, new.sealed_channels, new.is_enabled, new.repeat_after_in_ms, new.muted_until))
  execute function count_change();

alter table error_group add column version int not null default 1;
create trigger error_group_changed before update on error_group for each row
  when ((old.name, old.owner, old.state, old.changed_on, old.resolved_in, old.muted_until, old.muted_failures, old.muted_per_hour)
    is distinct from
    (new.name, new.owner, new.state, new.changed_on, new.resolved_in, new.muted_until, new.muted_failures, new.muted_per_hour))
  execute function count_change();
