-- Who wrote a log entry over the API; null for what the run itself logged.
alter table log_entry add column written_by text;
