-- The input of a first run can change until the run starts, so the entries of indexes of values follow it.
create function index_changed_input() returns trigger language plpgsql as $$
begin
  if exists (select from value_index where root = 'input') then
    perform write_value_entries(array[new.key], 'input');
  end if;
  return null;
end
$$;
create trigger task_values_on_new_input after update of input on task for each row execute function index_changed_input();
