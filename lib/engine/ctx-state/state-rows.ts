import type { StepStatus } from '#contract';
import { changeNotice, channels, jsonArray, scalarArray, type Transaction, textArray } from '#database';
import type { JournalOwner } from '../run/flush.ts';
import type { StateAnswer, StateCall } from './state-call.ts';

/** A call whose run this worker still holds, with the record of an earlier transaction whose answer was lost. */
export type HeldCall = {
  position: number;
  status: StepStatus | null;
  output: string | null;
  error: string | null;
  attempts: string | null;
};

/** Holds the leases of these runs for the transaction. Runs that are already lost are not in the result. */
export async function holdRuns(
  transaction: Transaction,
  owner: JournalOwner,
  calls: readonly StateCall[],
): Promise<readonly HeldCall[]> {
  return transaction<HeldCall[]>`
    select h.position::integer - 1 as position, s.status, s.output, s.error, s.attempts
    from (select from worker where key = ${owner.key} and not is_expired for key share) w,
      unnest(${scalarArray(calls.map(({ run }) => run.taskKey))}::bigint[],
        ${scalarArray(calls.map(({ run }) => run.runCount))}::bigint[],
        ${scalarArray(calls.map(({ run }) => run.fence))}::bigint[],
        ${scalarArray(calls.map(({ entry }) => entry.sequence))}::integer[])
        with ordinality h (task_key, run_count, fence, sequence, position)
      cross join lateral (
        select from active_run a
        where a.task_key = h.task_key and a.run_count = h.run_count and a.fence = h.fence
          and a.worker_key = ${owner.key} and a.status = 'running'
        for key share
      ) a
      left join lateral ( -- one look for each call, whatever the statistics say of a table that grows as fast as this one
        select status, output, error, attempts from step
        where task_key = h.task_key and run_count = h.run_count and sequence = h.sequence limit 1
      ) s on true
    order by h.position`;
}

/** Writes the steps of calls, each with its answer and the entries that it touched. */
export async function recordCalls(
  transaction: Transaction,
  owner: JournalOwner,
  calls: readonly StateCall[],
  answers: readonly StateAnswer[],
): Promise<void> {
  const now = performance.now();
  const accesses = answers.flatMap((answer, index) => {
    const call = calls[index];
    return call === undefined ? [] : answer.accesses.map((access) => ({ call, access }));
  });
  const notice = changeNotice({ ids: [...new Set(calls.map(({ run }) => run.taskId))], endedKeys: [] });
  await transaction`
    with recorded as (
      insert into step as s (task_key, run_count, sequence, name, kind, status, output, error, attempt, attempts, started_on, ended_on, worker,
        call_order)
      select n.task_key, n.run_count, n.sequence, n.name, 'state', n.status::step_status, n.output::json, n.error::json,
        n.attempt, n.attempts::json,
        clock.moment - n.started_ago * interval '1 ms', clock.moment, ${owner.name},
        n.call_order
      from (select clock_timestamp() as moment) clock, -- now() is when the transaction began, before it waited for locks
        unnest(${scalarArray(calls.map(({ run }) => run.taskKey))}::bigint[],
        ${scalarArray(calls.map(({ run }) => run.runCount))}::bigint[],
        ${scalarArray(calls.map(({ entry }) => entry.sequence))}::integer[],
        ${textArray(calls.map(({ entry }) => entry.name))}::text[],
        ${textArray(answers.map((answer) => answer.status))}::text[],
        ${jsonArray(answers.map((answer) => answer.output))}::text[],
        ${jsonArray(answers.map((answer) => answer.error))}::text[],
        ${scalarArray(calls.map(({ entry }) => entry.attempt))}::integer[],
        ${jsonArray(answers.map((answer) => answer.attempts))}::text[],
        ${scalarArray(calls.map(({ entry }) => Math.round((now - entry.startedAt) * 1000) / 1000))}::double precision[],
        ${textArray(calls.map(({ entry }) => entry.callOrder))}::text[])
        n (task_key, run_count, sequence, name, status, output, error, attempt, attempts, started_ago, call_order)
      on conflict (task_key, run_count, sequence) do update set status = excluded.status, output = excluded.output,
        error = excluded.error, attempt = excluded.attempt, attempts = excluded.attempts, ended_on = excluded.ended_on, wake_on = null, worker = excluded.worker,
        call_order = nullif(concat_ws(';', s.call_order, excluded.call_order), '')
      where s.status not in ('succeeded', 'cancelled')
    ), accessed as (
      insert into state_access (task_key, run_count, sequence, store_key, id, access, version)
      select n.task_key, n.run_count, n.sequence, s.key, n.id, n.access, n.version
      from unnest(${scalarArray(accesses.map(({ call }) => call.run.taskKey))}::bigint[],
        ${scalarArray(accesses.map(({ call }) => call.run.runCount))}::bigint[],
        ${scalarArray(accesses.map(({ call }) => call.entry.sequence))}::integer[],
        ${textArray(accesses.map(({ access }) => access.storeName))}::text[],
        ${textArray(accesses.map(({ access }) => access.id))}::text[],
        ${textArray(accesses.map(({ access }) => access.access))}::text[],
        ${scalarArray(accesses.map(({ access }) => access.version))}::bigint[])
        n (task_key, run_count, sequence, store, id, access, version)
      join state_store s on s.namespace = '' and s.name = n.store
      on conflict do nothing
    )
    select pg_notify(${channels.change}, ${notice})`;
}
