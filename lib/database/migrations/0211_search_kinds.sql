-- Each kind of text has an index of its own: runs that have not ended have no error, so a search among them does not read
-- the errors of all others.
drop index search_text_body;
create index search_text_tasks on search_text using gin (body gin_trgm_ops) where kind = 't';
create index search_text_errors on search_text using gin (body gin_trgm_ops) where kind = 'e';
