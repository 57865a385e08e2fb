-- An upload that was begun with an Idempotency-Key is found again by it, when the answer to its creation was lost.
alter table blob_upload add column idempotency_key text collate "C";
create unique index blob_upload_of_key on blob_upload (identity, namespace, idempotency_key)
  where idempotency_key is not null;
