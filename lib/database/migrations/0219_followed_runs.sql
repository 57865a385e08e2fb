-- Retention finds the runs that bulk operations follow: see `isFollowed`.
create index bulk_item_followed on bulk_item (task_key) where status = 'running';
