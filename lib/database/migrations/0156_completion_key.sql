-- The keys that services have signed completion tokens with. The tokens themselves are not stored, so this tells until when
-- tasks were created whose creators wait with a token of a former key.
create table completion_key (
  id text collate "C" primary key,  -- identifies the derived key without revealing it
  first_used_on timestamptz(3) not null default now(),
  last_used_on timestamptz(3) not null default now()
);
