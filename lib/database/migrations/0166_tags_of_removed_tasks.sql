-- Tags go with all tasks of a statement at once, which takes half of the time of a call for each task. Retention removes a
-- thousand tasks by one statement. The planner knows nothing of `gone`, and would read all tags for a few tasks.
drop trigger task_tags_on_delete on task;
create function remove_tags_of_tasks() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from task_tag using gone, jsonb_each_text(gone.tags) as t (name, value)
  where task_tag.task_key = gone.key and task_tag.tag = t.name || '=' || t.value;
  return null;
end $$;
create trigger task_tags_on_delete after delete on task referencing old table as gone
  for each statement execute function remove_tags_of_tasks();
