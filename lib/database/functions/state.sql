-- Returns the facts of a blob as the contract's BlobInfo.
create or replace function state_blob_json(key_ uuid) returns json language sql stable as $$
  select json_strip_nulls(json_build_object('contentLength', content_length, 'contentType', content_type,
    'contentEncoding', content_encoding, 'contentDisposition', content_disposition, 'fileName', file_name,
    'contentHash', encode(content_hash, 'hex'), 'etag', '"' || key || '"', 'versionId', key,
    'lastModifiedOn', to_char(created_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'metadata', coalesce(metadata, '{}')))
  from blob where key = key_
$$;

-- Ends entries: each row becomes a version, and one more version records the end. An expiry is recorded at the time when
-- it was due. The caller holds row locks on the entries.
create or replace function end_state_entries(store_keys bigint[], ids text[], operation_ text, changes bigint[], writers text[])
returns void language sql as $$
  with ended as (
    delete from state_entry e using unnest(store_keys, ids, changes, writers) as n (store_key, id, change, writer)
    where e.store_key = n.store_key and e.id = n.id
    returning e.*, n.change as end_change, n.writer
  ), kept as (
    insert into state_version (store_key, id, version, change, operation, value, value_bytes, content_type, tags,
      sensitive, has_blob, blob_key, expires_on, created_on, created_by, modified_on, modified_by, superseded_on)
    select store_key, id, version, change, operation, value, value_bytes, content_type, tags,
      sensitive, has_blob, blob_key, expires_on, created_on, created_by, modified_on, modified_by, clock_timestamp()
    from ended
  ), unindexed as (
    delete from state_index_entry i using ended, state_index x
    where x.store_key = ended.store_key and i.index_key = x.key and i.id = ended.id
  )
  insert into state_version (store_key, id, version, change, operation, value, value_bytes, sensitive, has_blob,
    created_on, created_by, modified_on, modified_by, superseded_on)
  select store_key, id, version + 1, end_change, operation_, null, 0, sensitive, has_blob, created_on, created_by,
    case when operation_ = 'expire' then expires_on else clock_timestamp() end, writer::json, clock_timestamp()
  from ended
$$;

-- Ends entries that have expired. The sweep calls it, and a read of versions that finds one. The caller holds row locks.
create or replace function end_expired_state_entries(store_keys bigint[], ids text[]) returns void language sql as $$
  insert into state_store_change (store_key, entries, value_bytes, blob_bytes)
  select e.store_key, -count(*), -sum(e.value_bytes),
    -coalesce(sum((select content_length from blob where key = e.blob_key)), 0)
  from unnest(store_keys, ids) n (store_key, id) join state_entry e using (store_key, id)
  group by e.store_key;
  select end_state_entries(store_keys => store_keys, ids => ids, operation_ => 'expire',
    changes => array_agg(nextval('state_change')),
    writers => array_agg('{"kind":"system","id":"","name":"expiry"}'::text))
  from unnest(ids)
$$;

-- The only function that saves or deletes entries. It locks the entries, judges each operation, and writes those that it
-- does not refuse. An atomic mutation with a refused operation writes nothing.
--
-- mutation_…  One element per mutation. `op_mutation` is a position (from 1) in them.
-- op_…        One element per operation, ordered by store and id, each entry once: all writers lock in the same order.
--             A null element is an omitted field. An array may be shorter than the others: the rest counts as null.
--
-- Returns one row per operation, in no order. `code` is null where the operation was done. When the policy of a store is
-- not the version that the caller used, nothing is written and the only row has the code 'PolicyMoved'. Raises 40001
-- (serialization_failure) when another writer made the same entry at the same time: the caller tries again.
create or replace function write_state(
  mutation_store bigint[], mutation_policy integer[], mutation_is_atomic boolean[], mutation_operation text[],
  mutation_writer text[], mutation_needs_condition boolean[], mutation_ttl bigint[],
  op_mutation integer[], op_id text[], op_is_delete boolean[], op_refused text[],
  op_refused_if_new text[], op_expected bigint[], op_is_new boolean[],
  op_value text[], op_value_bytes integer[], op_keeps_value boolean[], op_content_type text[], op_tags text[],
  op_sensitive text[], op_has_blob boolean[], op_ttl bigint[], op_expires_on timestamptz[],
  op_sets_blob boolean[], op_blob uuid[], op_blob_expected uuid[], op_replaces_blob boolean[], kept_versions integer
) returns table (
  store_key bigint, id text, code text, version bigint, change bigint, previous_version bigint, current_change bigint,
  value_bytes integer, content_type text, tags text, sensitive text[], has_blob boolean, blob text,
  expires_on timestamptz, created_on timestamptz, created_by text, modified_on timestamptz
) language plpgsql
-- Planned once per connection: every join goes from the arrays through an index, whatever the size of the tables.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  mutation_change bigint[];
  codes text[];
  was_place tid[];         -- null where there is no row
  was_version bigint[];
  was_change bigint[];
  was_bytes integer[];
  was_blob uuid[];
  was_expired boolean[];
  moment timestamptz(3);
  replaced integer[];      -- positions of what is saved; subscripts are much cheaper than unnest of many arrays
  made integer[];
  continued integer := 0;
begin
  if exists (
    select from unnest(mutation_store, mutation_policy) m (store, policy) join state_store s on s.key = m.store
    where s.policy_version <> m.policy
  ) then
    code := 'PolicyMoved';
    return next;
    return;
  end if;

  if true = any (op_sets_blob) then -- the sweep must not delete a blob that is about to be referenced
    perform from blob where key = any (op_blob) for key share;
  end if;

  select array_agg(nextval('state_change') order by position) into mutation_change
  from generate_subscripts(mutation_store, 1) position;

  select array_agg(case when code is null and mutation_is_atomic[mutation] and is_held then 'HeldBack' else code end
      order by position),
    array_agg(place order by position), array_agg(version order by position), array_agg(change order by position),
    array_agg(value_bytes order by position), array_agg(blob_key order by position),
    array_agg(is_expired order by position)
  into codes, was_place, was_version, was_change, was_bytes, was_blob, was_expired
  from (
    select judged.*, bool_or(code is not null and code <> 'Absent') over (partition by mutation) as is_held
    from (
      select n as position, op_mutation[n] as mutation, e.place, e.version, e.change, e.value_bytes, e.blob_key,
        coalesce(is_expired, false) as is_expired,
        case
          when op_refused[n] is not null then op_refused[n]
          when not is_visible and op_expected[n] is not null then 'PreconditionFailed'
          when not is_visible and op_is_delete[n] then 'Absent'
          when op_expected[n] <> e.change then 'PreconditionFailed'
          when is_visible and op_is_new[n] then 'StateAlreadyExists'
          when is_visible and mutation_needs_condition[op_mutation[n]] and op_expected[n] is null
            and op_blob_expected[n] is null then 'ConditionRequired'
          when op_is_delete[n] then null
          when not is_visible and op_value_bytes[n] is null then 'StateNotFound'
          when not is_visible and op_refused_if_new[n] is not null then op_refused_if_new[n]
          when not op_sets_blob[n] or op_blob[n] is null then null
          when not exists (select from blob where key = op_blob[n]) then 'BlobNotFound'
          when not coalesce(op_has_blob[n], case when is_visible then e.has_blob else true end) then 'BlobNotAccepted'
          when op_blob_expected[n] is not null
            and op_blob_expected[n] is distinct from case when is_visible then e.blob_key end then 'PreconditionFailed'
          when op_replaces_blob[n] is not true and is_visible and e.blob_key is not null then 'BlobAlreadyExists'
        end as code
      from generate_subscripts(op_id, 1) n
      left join lateral (
        select e.ctid as place, e.version, e.change, e.value_bytes, e.has_blob, e.blob_key, e.expires_on
        from state_entry e where e.store_key = mutation_store[op_mutation[n]] and e.id = op_id[n] for update
      ) e on true,
      lateral (select e.expires_on <= clock_timestamp() as is_expired) x,
      lateral (select e.version is not null and not coalesce(is_expired, false) as is_visible) v
    ) judged
  ) held;
  moment := clock_timestamp();

  if exists (select from unnest(codes, was_expired) o (code, is_expired) where code is null and is_expired) then
    perform end_state_entries(store_keys => array_agg(mutation_store[mutation]), ids => array_agg(id),
      operation_ => 'expire', changes => array_agg(nextval('state_change')),
      writers => array_agg('{"kind":"system","id":"","name":"expiry"}'::text))
    from unnest(codes, was_expired, op_mutation, op_id) o (code, is_expired, mutation, id)
    where code is null and is_expired;
  end if;

  if true = any (op_is_delete) then
    perform end_state_entries(store_keys => array_agg(mutation_store[mutation]), ids => array_agg(id),
      operation_ => 'delete', changes => array_agg(mutation_change[mutation]),
      writers => array_agg(mutation_writer[mutation]))
    from unnest(codes, op_is_delete, op_mutation, op_id) o (code, is_delete, mutation, id)
    where code is null and is_delete;
  end if;

  select array_agg(n) filter (where was_version[n] is not null and not was_expired[n]),
    array_agg(n) filter (where was_version[n] is null or was_expired[n]) into replaced, made
  from generate_subscripts(op_id, 1) n where codes[n] is null and not op_is_delete[n];

  if replaced is not null then
    insert into state_version (store_key, id, version, change, operation, value, value_bytes, content_type, tags,
      sensitive, has_blob, blob_key, expires_on, created_on, created_by, modified_on, modified_by, superseded_on)
    select e.store_key, e.id, e.version, e.change, e.operation, e.value, e.value_bytes, e.content_type, e.tags,
      e.sensitive, e.has_blob, e.blob_key, e.expires_on, e.created_on, e.created_by, e.modified_on, e.modified_by, moment
    from unnest(replaced) n join state_entry e on e.ctid = was_place[n];

    return query update state_entry e set
      version = e.version + 1, change = mutation_change[op_mutation[n]], operation = mutation_operation[op_mutation[n]],
      value = case when op_value[n] is null or op_keeps_value[n] then e.value else op_value[n]::json end,
      value_bytes = case when op_value[n] is null or op_keeps_value[n] then e.value_bytes else op_value_bytes[n] end,
      content_type = case when op_content_type[n] is null then e.content_type
        else nullif(op_content_type[n], 'application/json') end,
      tags = case when op_tags[n] is null then e.tags else nullif(op_tags[n], '{}')::jsonb end,
      sensitive = case when op_sensitive[n] is null then e.sensitive
        when op_sensitive[n] = '[]' then null else array(select json_array_elements_text(op_sensitive[n]::json)) end,
      has_blob = coalesce(op_has_blob[n], e.has_blob),
      blob_key = case when not op_has_blob[n] then null when op_sets_blob[n] then op_blob[n] else e.blob_key end,
      expires_on = case when op_expires_on[n] <= moment then null when op_expires_on[n] is not null then op_expires_on[n]
        when op_ttl[n] is null then e.expires_on when op_ttl[n] >= 0 then moment + op_ttl[n] * interval '1 second' end,
      modified_on = moment, modified_by = mutation_writer[op_mutation[n]]::json
    from unnest(replaced) n where e.ctid = was_place[n]
    returning e.store_key, e.id, null::text, e.version, e.change, was_version[n], was_change[n], e.value_bytes,
      e.content_type, e.tags::text, e.sensitive, e.has_blob,
      case when e.blob_key is not null then state_blob_json(e.blob_key)::text end,
      e.expires_on::timestamptz, e.created_on::timestamptz, e.created_by::text, e.modified_on::timestamptz;
  end if;

  if made is not null then
    begin
      insert into state_entry (store_key, id, version, change, operation, value, value_bytes, content_type, tags,
        sensitive, has_blob, blob_key, expires_on, created_on, created_by, modified_on, modified_by)
      select mutation_store[op_mutation[n]], op_id[n], 1, mutation_change[op_mutation[n]],
        mutation_operation[op_mutation[n]], op_value[n]::json, op_value_bytes[n],
        nullif(op_content_type[n], 'application/json'), nullif(op_tags[n], '{}')::jsonb,
        case when op_sensitive[n] <> '[]' then array(select json_array_elements_text(op_sensitive[n]::json)) end,
        coalesce(op_has_blob[n], op_blob[n] is not null),
        case when op_has_blob[n] is distinct from false then op_blob[n] end,
        case when op_expires_on[n] <= moment then null when op_expires_on[n] is not null then op_expires_on[n]
          when coalesce(op_ttl[n], mutation_ttl[op_mutation[n]]) >= 0
            then moment + coalesce(op_ttl[n], mutation_ttl[op_mutation[n]]) * interval '1 second' end,
        moment, mutation_writer[op_mutation[n]]::json, moment, mutation_writer[op_mutation[n]]::json
      from unnest(made) n;
    exception when unique_violation then
      raise exception 'an entry was made by another writer at the same time' using errcode = '40001';
    end;
    -- An entry that existed before goes on counting. Read after the insert, when no other writer can make the entry.
    update state_entry e set version = earlier.version + 1
    from (
      select mutation_store[op_mutation[n]] as store_key, op_id[n] as id, before.version
      from unnest(made) n, lateral (
        select v.version from state_version v where v.store_key = mutation_store[op_mutation[n]] and v.id = op_id[n]
        order by v.version desc limit 1
      ) before
      offset 0 -- few have versions: find those first
    ) earlier
    where e.store_key = earlier.store_key and e.id = earlier.id;
    get diagnostics continued = row_count;
  end if;

  -- Read after the entries are locked: the building of an index waits for every writer that does not see it here.
  if exists (select from state_index i where i.store_key = any (mutation_store) and i.removed_on is null) then
    perform index_state_entries(array_agg(mutation_store[op_mutation[n]]), array_agg(op_id[n]))
    from generate_subscripts(op_id, 1) n where codes[n] is null and not op_is_delete[n];
  end if;

  if continued > 0 or exists (select from unnest(codes, was_version) o (code, version)
    where code is null and version >= kept_versions - 1)
  then
    delete from state_version v
    using unnest(codes, was_version, was_expired, op_mutation, op_id) o (code, version, is_expired, mutation, id)
      left join state_entry e on e.store_key = mutation_store[o.mutation] and e.id = o.id
    where o.code is null and (o.version is null or o.is_expired or o.version >= kept_versions - 1)
      and v.store_key = mutation_store[o.mutation] and v.id = o.id
      and v.version <= coalesce(e.version, o.version + 1) - kept_versions;
  end if;

  insert into state_store_change (store_key, entries, value_bytes, blob_bytes)
  select mutation_store[o.mutation],
    count(*) filter (where not o.is_delete) - count(o.version),
    sum(case when o.is_delete then 0 when o.value_bytes is null or o.keeps_value and o.version is not null and not o.is_expired
      then coalesce(o.was_bytes, 0) else o.value_bytes end) - coalesce(sum(o.was_bytes), 0),
    sum(case when o.is_delete or o.has_blob is false then 0 when o.sets_blob
      then coalesce((select content_length from blob where key = o.blob), 0)
      when o.was_blob is not null and not o.is_expired then (select content_length from blob where key = o.was_blob) else 0 end)
    - coalesce(sum((select content_length from blob where key = o.was_blob)), 0)
  from unnest(codes, op_mutation, op_is_delete, was_version, was_expired, was_bytes, was_blob, op_value_bytes,
      op_keeps_value, op_has_blob, op_sets_blob, op_blob)
    o (code, mutation, is_delete, version, is_expired, was_bytes, was_blob, value_bytes,
      keeps_value, has_blob, sets_blob, blob)
  where o.code is null
  group by 1;

  if replaced is null or cardinality(replaced) < cardinality(codes) then
    return query
    select mutation_store[op_mutation[n]], op_id[n], codes[n],
      case when op_is_delete[n] and codes[n] is null then was_version[n] + 1 else e.version end,
      mutation_change[op_mutation[n]],
      case when not was_expired[n] then was_version[n] end, case when not was_expired[n] then was_change[n] end,
      e.value_bytes, e.content_type, e.tags::text, e.sensitive, e.has_blob,
      case when e.blob_key is not null then state_blob_json(e.blob_key)::text end,
      e.expires_on::timestamptz, e.created_on::timestamptz, e.created_by::text, e.modified_on::timestamptz
    from generate_subscripts(op_id, 1) n
    left join state_entry e on codes[n] is null and e.store_key = mutation_store[op_mutation[n]] and e.id = op_id[n]
    where codes[n] is not null or op_is_delete[n] or was_version[n] is null or was_expired[n];
  end if;
end
$$;

create or replace function keep_marks() returns trigger language plpgsql as $$
begin
  insert into state_mark as m (store_key, id, pointer, last_version)
  select distinct old.store_key, old.id, pointer, old.version from unnest(old.sensitive) pointer
  on conflict (store_key, id, pointer) do update set last_version = excluded.last_version
    where m.last_version < excluded.last_version;
  return null;
end;
$$;

-- The scalar at a path of a value. `kind` is that of JSON, or null when there is nothing. A value that PostgreSQL cannot
-- read as text, because a string has U+0000 or half a character, is not readable: it meets no condition.
create or replace function state_scalar(given json, path text[], out kind text, out content text, out is_readable boolean)
language plpgsql immutable as $$
declare
  part json;
begin
  part := given #> path;
  kind := json_typeof(part);
  if kind in ('string', 'number', 'boolean') then content := part #>> '{}'; end if;
  is_readable := true;
exception
  when data_exception or program_limit_exceeded then
    kind := null;
    content := null;
    is_readable := false;
end
$$;

-- A number of JSON, exactly. Null for one with so many digits that nothing is compared with it.
create or replace function state_number(content text) returns numeric language sql immutable parallel safe as $$
  select case when length(content) <= 1000 and content ~ '^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?$'
    then content::numeric end
$$;

-- The part of a text that an index holds. Long enough to tell texts apart, short enough for a row of an index beside an id.
create or replace function indexed_text(content text) returns text language sql immutable parallel safe as $$
  select left(content, 120)
$$;

-- Writes the rows of these entries in these indexes of their stores, or in all. The caller holds locks on the entries.
create or replace function index_state_entries(store_keys bigint[], ids text[], index_keys bigint[] default null) returns void language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  insert into state_index_entry as i (index_key, id, kind, number, content)
  select x.key, n.id,
    case when is_hidden then 'hidden' when not p.is_readable then 'unreadable' else coalesce(p.kind, 'missing') end,
    case when p.kind = 'number' then state_number(p.content) end,
    case when p.kind = 'string' then indexed_text(p.content) when p.kind = 'boolean' then p.content
      when p.kind = 'null' then 'null' end
  from unnest(store_keys, ids) n (store_key, id)
  cross join lateral ( -- offset 0: entries are found by their ids, also by a plan that was made while there were none
    select e.value, coalesce(e.sensitive, '{}')
      || coalesce((select s.sensitive from state_store s where s.key = n.store_key), '{}') as sensitive
    from state_entry e where e.store_key = n.store_key and e.id = n.id offset 0
  ) e
  cross join lateral (
    select x.* from state_index x
    where x.store_key = n.store_key and x.removed_on is null and (index_keys is null or x.key = any (index_keys)) offset 0
  ) x
  cross join lateral (
    select exists (
      select from unnest(e.sensitive) marked (pointer)
      where marked.pointer = x.pointer or starts_with(x.pointer, marked.pointer || '/')
        or starts_with(marked.pointer || '/', x.array_pointer || '/')
    ) as is_hidden
  ) h
  left join lateral state_scalar(e.value, x.path) p on not is_hidden
  on conflict (index_key, id) do update
    set kind = excluded.kind, number = excluded.number, content = excluded.content
    where (i.kind, i.number, i.content) is distinct from (excluded.kind, excluded.number, excluded.content);
end
$$;
