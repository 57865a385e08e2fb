-- What operators and API keys reach of tasks and stores. Null: everything. JSON: {"types": ["billing.*"], "stores": [...]}

alter table operator add column bounds json;
alter table api_key add column bounds json;

drop trigger access_changed on api_key;
create trigger access_changed after delete or update of scopes, bounds, expires_on, owner_id on api_key
  for each statement execute function notify_access_change();
drop trigger access_changed on operator;
create trigger access_changed after delete or update of scopes, bounds, is_disabled on operator
  for each statement execute function notify_access_change();
