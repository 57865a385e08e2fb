-- Indexes of values tell inputs and outputs that are too large to read (`kind` 5) from those without such a value. Those of
-- before do not, and are built again.
with old_index as (
  select id, key from value_index for update
), dead as (
  insert into dead_value_index (key) select key from old_index
)
update value_index v set key = nextval('value_index_key'), status = 'building', born = pg_current_xact_id(),
  last_key = null, done_key = 0
from old_index o where v.id = o.id;
