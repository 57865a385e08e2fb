-- A secret says who may use it: task types, queues (null: all) and hosts of the built-in types (none).
-- Referring to a secret in a new input needs the scope secrets/use. Who manages secrets gets it.

alter table secret
  add column types text[],
  add column queues text[],
  add column hosts text[] not null default '{}';

update operator set scopes = scopes || 'secrets/use'::text
where 'secrets/manage' = any(scopes) and 'secrets/use' <> all(scopes);
update api_key set scopes = scopes || 'secrets/use'::text
where 'secrets/manage' = any(scopes) and 'secrets/use' <> all(scopes);
