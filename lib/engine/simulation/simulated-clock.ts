import type { Database } from '#database';

/**
 * Lets the owner give a database a clock that can jump: its own `now()` and `clock_timestamp()` precede PostgreSQL's in statements,
 * functions and defaults. Applies to connections opened afterwards.
 */
export async function installClock(database: Database): Promise<void> {
  await database.unsafe(`
    create table simulated_clock (ahead interval not null);
    insert into simulated_clock values ('0');
    grant select, update on simulated_clock to public;
    create function public.now() returns timestamptz language sql stable as
      'select pg_catalog.now() + (select ahead from public.simulated_clock)';
    create function public.clock_timestamp() returns timestamptz language sql volatile as
      'select pg_catalog.clock_timestamp() + (select ahead from public.simulated_clock)';
    do $$
    declare
      place record;
    begin
      for place in
        select d.adrelid::regclass as name, a.attname as field from pg_attrdef d
        join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        where pg_get_expr(d.adbin, d.adrelid) like '%now()%'
      loop
        execute format('alter table %s alter column %I set default public.now()', place.name, place.field);
      end loop;
      execute format('alter database %I set search_path = public, pg_catalog', current_database());
    end $$`);
}

/** Moves the clock. The leases of these workers are renewed, because they lived through that time. */
export async function jumpClock(
  database: Database,
  durationInMs: number,
  liveWorkers: readonly string[],
): Promise<void> {
  await database`
    with jumped as (update simulated_clock set ahead = ahead + ${durationInMs} * interval '1 ms')
    update worker set expires_on = expires_on + ${durationInMs} * interval '1 ms'
    where name = any(${[...liveWorkers]}::text[]) and not is_expired`;
}
