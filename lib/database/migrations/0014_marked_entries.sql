-- Says at once whether a store holds an entry with sensitive pointers: then its sizes are hidden from some callers.
create index state_entry_sensitive on state_entry (store_key) where sensitive is not null;
