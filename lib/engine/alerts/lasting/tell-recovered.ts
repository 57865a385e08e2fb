import type { AlertFinding } from '#contract';
import { isLongAgo, type Transaction } from '#database';
import { insertNotice } from '../insert-notice.ts';

type OverRow = { key: number; name: string; channels: string; subject: string; value: number | null };

/** What comes back within this time was not over. */
const graceInMs = 60_000;
const mostSubjects = 50;

/** Makes the notices about what is over. Each thing that was told is told as over once, and may then begin anew. */
export async function tellRecovered(
  transaction: Transaction,
  { spacingInMs, by }: { spacingInMs: number; by: string },
): Promise<void> {
  const over = await transaction<OverRow[]>`
    select a.key, a.name, a.channels, s.subject, s.value
    from alert a cross join lateral (
      select * from alert_subject s where s.alert_key = a.key and s.last_notice_on is not null and s.pending = 0
        and ${isLongAgo(transaction, 's.over_on', graceInMs)}
      order by s.over_on limit ${mostSubjects}) s
    where a.is_enabled and (a.muted_until is null or a.muted_until <= now())
      and (a.last_notice_on is null or ${isLongAgo(transaction, 'a.last_notice_on', spacingInMs)})`;
  for (const rows of Map.groupBy(over, ({ key }) => key).values()) {
    const [alert] = rows;
    if (alert === undefined) continue;
    const subjects = rows.map(
      ({ subject, value }): AlertFinding => ({ id: subject, count: 0, ...(value !== null && { value }) }),
    );
    await insertNotice(transaction, alert, { kind: 'recovered', subjects, by });
    await transaction`
      with told as (update alert set last_notice_on = now() where key = ${alert.key})
      delete from alert_subject
      where alert_key = ${alert.key} and subject = any(${subjects.map(({ id }) => id)}::text[])`;
  }
}
