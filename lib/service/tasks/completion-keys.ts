import type { Database, Job } from '#database';
import { currentKey, keysOf, type SecretsKey } from '#engine';

const job = 'completion tokens';
const noteEveryMs = 10_000;
/** A process that ended had signed for so long at most since it last noted its key. */
const unnotedMs = 60_000;

/** Notes which key this process signs completion tokens with. */
export function completionKeyJob({ database, secretsKey }: { database: Database; secretsKey: SecretsKey }): Job {
  return { everyMs: noteEveryMs, batch: () => noteCompletionKey(database, secretsKey).then(() => false) };
}

/** Notes that completion tokens are signed with the current key now. */
export async function noteCompletionKey(database: Database, key: SecretsKey): Promise<void> {
  await database`
    insert into completion_key (id) values (${currentKey(key, job).id})
    on conflict (id) do update set last_used_on = now()`;
}

/**
 * How many tasks have not ended their first run, by the key that signed the token with which their creator waits for it. A
 * task that was created while two keys signed, or before keys were noted, counts for a former one.
 */
export async function countCompletionTokens(
  database: Database,
  key: SecretsKey,
): Promise<{ current: number; former: number; unknown: number }> {
  const { id: current } = currentKey(key, job);
  const former = [...keysOf(key, job).keys()].filter((id) => id !== current);
  const [row] = await database<{ current: number; former: number }[]>`
    with noted as (
      select max(last_used_on) filter (where id = any(${former}::text[])) + ${unnotedMs} * interval '1 ms' as until,
        min(first_used_on) as since
      from completion_key
    ), waited_for as (
      select t.created_on <= coalesce(until, since) and ${key.former.length > 0} as is_former
      from noted, active_run a join task t on t.key = a.task_key where a.run_count = 1
    )
    select count(*) filter (where is_former is not true) as current, count(*) filter (where is_former) as former
    from waited_for`;
  return { current: row?.current ?? 0, former: row?.former ?? 0, unknown: 0 };
}
