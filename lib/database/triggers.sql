create or replace trigger task_tags_on_delete after delete on task referencing old table as gone
  for each statement execute function remove_tags_of_tasks();

create or replace trigger task_tags_before_change after update of tags on task for each row
  when (old.tags is distinct from new.tags and old.tags is not null) execute function remove_task_tags();

create or replace trigger task_tags_changed after update of tags on task for each row
  when (old.tags is distinct from new.tags and new.tags is not null) execute function add_task_tags();

create or replace trigger task_tags_on_insert after insert on task for each row
  when (new.tags is not null) execute function add_task_tags();

create or replace trigger active_run_frees_locks after delete on active_run
  referencing old table as gone for each statement execute function free_locks_of_ended_runs();

create or replace trigger access_changed after delete or update of scopes, bounds, expires_on, owner_id on api_key
  for each statement execute function notify_access_change();

create or replace trigger access_changed after delete or update of revoked_on, expires_on on session
  for each statement execute function notify_access_change();

create or replace trigger access_changed after delete or update of scopes, bounds, is_disabled on operator
  for each statement execute function notify_access_change();

-- A scheduled run has not been queued yet, whatever its column says.
create or replace trigger active_run_first_queued before update of queued_on on active_run for each row
  when (new.queued_on is distinct from old.queued_on and old.status <> 'scheduled'
    and old.paused_status is distinct from 'scheduled')
  execute function keep_first_queued();

create or replace trigger active_run_returns before update on active_run for each row
  when (new.status = 'queued') execute function note_return();

create or replace trigger operator_changed before update on operator for each row
  when ((to_jsonb(old) - 'last_sign_in_on') is distinct from (to_jsonb(new) - 'last_sign_in_on'))
  execute function count_change();

create or replace trigger secret_changed before update on secret for each row
  when (old.* is distinct from new.*)
  execute function draw_secret_change();

create or replace trigger alert_changed before update on alert for each row
  when ((old.name, old.condition, old.channels, old.sealed_channels, old.is_enabled, old.repeat_after_in_ms, old.muted_until)
    is distinct from
    (new.name, new.condition, new.channels, new.sealed_channels, new.is_enabled, new.repeat_after_in_ms, new.muted_until))
  execute function count_change();

create or replace trigger error_group_changed before update on error_group for each row
  when ((old.name, old.owner, old.state, old.changed_on, old.resolved_in, old.muted_until, old.muted_failures, old.muted_per_hour)
    is distinct from
    (new.name, new.owner, new.state, new.changed_on, new.resolved_in, new.muted_until, new.muted_failures, new.muted_per_hour))
  execute function count_change();

create or replace trigger task_values_on_insert after insert on task referencing new table as new_task
  for each statement execute function index_new_tasks();

create or replace trigger run_values_on_insert after insert on run referencing new table as new_run
  for each statement execute function index_new_runs();

create or replace trigger run_values_on_change after update of is_current on run for each row
  when (old.is_current is distinct from new.is_current) execute function index_changed_run();

create or replace trigger task_input_values after insert or update on task_input for each row execute function index_new_input();

create or replace trigger task_values_on_mark after update of sensitive on task for each row
  when (old.sensitive is distinct from new.sensitive) execute function index_marked_task();

create or replace trigger type_marks_on_insert after insert on task_type for each row
  when (new.sensitive <> '{}') execute function rebuild_marked_indexes();

create or replace trigger type_marks_on_change after update on task_type for each row
  when (old.sensitive is distinct from new.sensitive) execute function rebuild_marked_indexes();

create or replace trigger value_index_dies after delete on value_index for each row execute function bury_value_index();

create or replace trigger task_values_on_new_input after update of input on task for each row execute function index_changed_input();

create or replace trigger state_version_marks after delete on state_version for each row when (old.sensitive is not null)
  execute function keep_marks();

create or replace trigger worker_notes_set_back after update of last_seen_on on worker for each row
  when (new.last_seen_on < old.last_seen_on - interval '1 second') execute function note_set_back();
