-- A list of the entries that can have a blob walks along this index.
create index state_entry_has_blob on state_entry (store_key, id) where has_blob;
drop index state_entry_with_blob;
