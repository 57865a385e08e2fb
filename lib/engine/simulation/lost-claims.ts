import { channels, type Database } from '#database';

/**
 * Lets the owner of a database find the claims that a crash of the server would lose: those that no other write follows.
 * They commit asynchronously, everything else waits until the log is on disk, and the log is sequential. PostgreSQL keeps the rows
 * from before such claims.
 */
export async function installCrashes(database: Database): Promise<void> {
  await database.unsafe(`
    create table simulated_write (position bigint primary key generated always as identity, unclaimed jsonb);
    grant select on simulated_write to public;
    create function note_simulated_claim() returns trigger language plpgsql security definer as $$
    begin
      insert into public.simulated_write (unclaimed) values (case when new.fence > old.fence then to_jsonb(old) end);
      return null;
    end $$;
    create function note_simulated_write() returns trigger language plpgsql security definer as $$
    begin
      insert into public.simulated_write default values;
      return null;
    end $$;
    create trigger simulated_claim after update on active_run for each row execute function note_simulated_claim();
    do $$
    declare
      place regclass;
    begin
      for place in
        select oid from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
          and relname not like 'simulated%'
      loop
        execute format('create trigger simulated_write after insert or delete %s on %s for each statement
          execute function note_simulated_write()', case when place <> 'active_run'::regclass then 'or update' end, place);
      end loop;
    end $$`);
}

/** Lets all workers look for work until a crash would lose a claim, or for 30 ms. */
export async function untilClaimed(database: Database): Promise<void> {
  const giveUpAt = performance.now() + 30;
  while (performance.now() < giveUpAt) {
    const [last] = await database<{ is_claim: boolean }[]>`
      select unclaimed is not null as is_claim, pg_notify(${channels.work}, '')
      from simulated_write order by position desc limit 1`;
    if (last?.is_claim === true) return;
  }
}

/** Undoes the claims that a crash of the server loses. Resolves with the tasks whose runs they had taken. */
export async function loseLastClaims(database: Database): Promise<string[]> {
  return database.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`; // no trigger takes part in what never was
    const lost = await transaction<{ unclaimed: string; id: string }[]>`
      select w.unclaimed, t.id from simulated_write w join task t on t.key = (w.unclaimed ->> 'task_key')::bigint
      where w.position > coalesce((select max(position) from simulated_write where unclaimed is null), 0)`;
    for (const { unclaimed } of lost) {
      await transaction`delete from active_run where task_key = (${unclaimed}::jsonb ->> 'task_key')::bigint`;
      await transaction`insert into active_run select (jsonb_populate_record(null::active_run, ${unclaimed}::jsonb)).*`;
    }
    await transaction`delete from simulated_write`;
    return lost.map(({ id }) => id);
  });
}
