-- What the creator of a bulk operation reached. Null: everything. Who reaches less does not see the operation.
alter table bulk_operation add column creator_bounds json;
