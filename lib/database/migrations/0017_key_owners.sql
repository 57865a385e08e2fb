-- Every API key has an owner: an operator, with whom it ends, or a service account, which is only a name.
-- Isolated stores and locks, and uploads, belong to the owner and no longer to the key, so that a key can be replaced.

alter table api_key
  add column owner_id uuid references operator on delete cascade,
  add column service_account text collate "C",
  add column last_used_from text;                 -- the address of the last use
create index api_key_owner on api_key (owner_id) where owner_id is not null;
create index api_key_service_account on api_key (service_account) where service_account is not null;

-- A name that a key has too does not say which of both made the key.
update api_key set owner_id = operator.id from operator
where operator.email = api_key.created_by
  and not exists (select from api_key other where other.name = operator.email);

-- The other keys were made by keys or by operators of an issuer. Each gets a service account of its own.
update api_key set service_account =
  case when exists (select from api_key other where other.name = api_key.name and other.id <> api_key.id)
    then name || ' ' || id else name end
where owner_id is null;

alter table api_key add constraint api_key_has_one_owner check (num_nonnulls(owner_id, service_account) = 1);

create temporary table owner_of_key on commit drop as
select 'apiKey:' || id as key_identity, id::text as key_id,
  case when owner_id is null then 'account:' || service_account else 'operator:' || owner_id end as owner_identity
from api_key;

-- Isolated stores of one name from several keys meet in one owner: the oldest keeps the name.
with moved as (
  select s.key, s.name, o.key_id, o.owner_identity,
    row_number() over (partition by o.owner_identity, s.name order by s.key) > 1
      or exists (select from state_store own where own.namespace = o.owner_identity and own.name = s.name) as is_taken
  from state_store s join owner_of_key o on o.key_identity = s.namespace
)
update state_store s set namespace = moved.owner_identity,
  name = case when is_taken then left(moved.name, 26) || '.' || moved.key_id else moved.name end
from moved where moved.key = s.key;

-- Of locks of one name from several keys of an owner, the one that was acquired last stays.
delete from held_lock l using owner_of_key o
where o.key_identity = l.namespace and exists (
  select from held_lock newer left join owner_of_key p on p.key_identity = newer.namespace
  where newer.name = l.name and newer.fencing_token > l.fencing_token
    and coalesce(p.owner_identity, newer.namespace) = o.owner_identity);
delete from held_lock l using owner_of_key o, held_lock newer
where l.namespace = o.owner_identity and newer.namespace = o.key_identity and newer.name = l.name
  and newer.fencing_token > l.fencing_token;
update held_lock set namespace = o.owner_identity from owner_of_key o where o.key_identity = namespace;
update held_lock set identity = o.owner_identity from owner_of_key o where o.key_identity = identity;
update lock_waiter set namespace = o.owner_identity from owner_of_key o where o.key_identity = namespace;
update lock_waiter set identity = o.owner_identity from owner_of_key o where o.key_identity = identity;
update blob_upload set identity = o.owner_identity from owner_of_key o where o.key_identity = identity;
