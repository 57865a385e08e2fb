-- The role Operator changes alerts. Who has all else of that role, and nothing besides, is given it, and so keeps the role.
do $$
declare
  others constant text[] := '{tasks/read,events/read,state/read,logs/read,steps/read,locks/read,workers/read,alerts/read,tasks/create,tasks/update,tasks/delete,events/create,state/create,state/delete,locks/delete,audit/read}';
begin
  update operator set scopes = scopes || 'alerts/manage'::text where scopes @> others and scopes <@ others;
  update api_key set scopes = scopes || 'alerts/manage'::text where scopes @> others and scopes <@ others;
end
$$;
