import type { Database } from '#database';

/**
 * Keep the database as a process leaves it that is killed right after the commit of a change: what it writes about the
 * answer by itself, in a transaction of one statement, is lost, and nobody touches its claim.
 */
const triggers = `
  create function is_it_alone() returns trigger language plpgsql as $$ begin
    perform set_config('test.is_alone', (pg_current_xact_id_if_assigned() is null)::text, true);
    return null;
  end $$;
  create function lose_answer() returns trigger language plpgsql as $$ begin
    if new.status is null then return new; end if;
    if current_setting('test.is_alone')::boolean then return null; end if;
    new.claimed_on := now() - interval '10 seconds';
    return new;
  end $$;
  create trigger is_it_alone before update on idempotent_answer execute function is_it_alone();
  create trigger lose_answer before update on idempotent_answer for each row execute function lose_answer();`;

/** Makes each change with an `Idempotency-Key` the last one of its process: what is not committed with it is lost. */
export async function killAfterCommit(owner: Database): Promise<void> {
  await owner.unsafe(triggers);
}
