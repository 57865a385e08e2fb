import type { AlertFinding } from '#contract';
import { type Database, isLongAgo, type Transaction, tryLock } from '#database';
import { insertNotice } from './insert-notice.ts';
import { tellRecovered } from './lasting/tell-recovered.ts';
import { type Signal, takeSignals } from './signals.ts';

type EnabledRow = { key: number; name: string; channels: string; condition: string };
type DueRow = EnabledRow & { subject: string; pending: number; value: number | null; is_repeated: boolean };

/** The least time between two notices of one alert, whatever they are about. What happens in it is told in one. */
const spacingInMs = 60_000;
const mostSubjects = 50;
/** Who creates the tasks of deliveries. */
const by = 'alerts';

/**
 * Compares what happened with the enabled alerts, and makes the notices that are due. One process at a time does so, in
 * one transaction: what was compared, what was noted and the tasks of the deliveries are committed together. Resolves
 * with whether there may be more.
 */
export async function evaluateAlerts(database: Database): Promise<boolean> {
  const [{ is_idle } = { is_idle: true }] = await database<{ is_idle: boolean }[]>`
    select not exists (select from alert where is_enabled) and not exists (select from alert_signal) as is_idle`;
  if (is_idle) return false;
  return database.begin(async (transaction) => {
    if (!(await tryLock(transaction, 'alerts'))) return false;
    const signals = await takeSignals(transaction);
    await addPending(transaction, signals);
    await tellDue(transaction);
    await tellRecovered(transaction, { spacingInMs, by });
    return signals.length > 0;
  });
}

/** Notes each signal for each alert that tells of it: up to hundreds of thousands, which the database compares by itself. */
async function addPending(transaction: Transaction, signals: readonly Signal[]): Promise<void> {
  const given = signals.map(({ kind, subject, type, count }) => ({ kind, subject, type, count }));
  await transaction`
    insert into alert_subject as s (alert_key, subject, pending)
    select a.key, g.subject, sum(g.count)
    from (
      select key, condition->>'kind' as kind, condition->>'group' as cause, condition->>'type' as pattern
      from alert where is_enabled
    ) a join json_to_recordset(${JSON.stringify(given)}::text::json) g (kind text, subject text, type text, count bigint)
      on a.kind = g.kind and (g.kind <> 'cause' or a.cause is null or a.cause = g.subject)
      and (a.pattern is null or a.pattern = g.type
        or right(a.pattern, 1) = '*' and starts_with(g.type, left(a.pattern, -1)))
    group by 1, 2
    on conflict (alert_key, subject) do update set pending = s.pending + excluded.pending`;
}

/** A subject is told of at once, and again after the alert's time. All that is due of an alert is one notice. */
async function tellDue(transaction: Transaction): Promise<void> {
  const due = await transaction<DueRow[]>`
    select a.key, a.name, a.channels, a.condition, s.subject, s.pending, s.value, s.last_notice_on is not null as is_repeated
    from alert a cross join lateral (
      select * from alert_subject s where s.alert_key = a.key and s.pending > 0
        and (s.last_notice_on is null or ${isLongAgo(transaction, 's.last_notice_on', transaction`a.repeat_after_in_ms`)})
      order by s.last_notice_on is not null, s.pending desc limit ${mostSubjects}) s
    where a.is_enabled and (a.muted_until is null or a.muted_until <= now())
      and (a.last_notice_on is null or ${isLongAgo(transaction, 'a.last_notice_on', spacingInMs)})`;
  for (const rows of Map.groupBy(due, ({ key }) => key).values()) {
    const [alert] = rows;
    if (alert === undefined) continue;
    const subjects = rows.map(
      ({ subject, pending, value }): AlertFinding => ({
        ...{ id: subject, count: pending },
        ...(value !== null && { value }),
      }),
    );
    const kind = rows.every((row) => row.is_repeated) ? 'summary' : 'alert';
    await insertNotice(transaction, alert, { kind, subjects, by });
    await transaction`
      with told as (update alert set last_notice_on = now() where key = ${alert.key})
      update alert_subject set pending = 0, last_notice_on = now()
      where alert_key = ${alert.key} and subject = any(${subjects.map(({ id }) => id)}::text[])`;
  }
}
