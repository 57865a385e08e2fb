-- The key that replaced this one. It stays when that key is deleted: a key is replaced once.
alter table api_key add column successor_id uuid;
