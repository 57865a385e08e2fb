-- Isolated stores and locks of others need the scope namespaces/manage. Who manages operators and sees sensitive values
-- anyway gets it.
update operator set scopes = scopes || 'namespaces/manage'::text
where scopes @> '{operators/manage,sensitive/read}' and 'namespaces/manage' <> all(scopes);
update api_key set scopes = scopes || 'namespaces/manage'::text
where scopes @> '{operators/manage,sensitive/read}' and 'namespaces/manage' <> all(scopes);
