-- Tells every service process when the rights of a caller may have changed, so that waits and streams end with them.

create function notify_access_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('taskdeck_access', '');
  return null;
end $$;

create trigger access_changed after delete or update of scopes, expires_on, owner_id on api_key
  for each statement execute function notify_access_change();
create trigger access_changed after delete or update of revoked_on, expires_on on session
  for each statement execute function notify_access_change();
create trigger access_changed after delete or update of scopes, is_disabled on operator
  for each statement execute function notify_access_change();
