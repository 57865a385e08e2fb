import type { Transaction } from '#database';
import type { Judged } from './rule.ts';

/** Notes what holds and what no longer does. What was never told and does not hold any more is forgotten. */
export async function noteFindings(transaction: Transaction, judged: readonly Judged[]): Promise<void> {
  const held = judged.flatMap(({ key, holding }) => holding.map((finding) => ({ key, ...finding })));
  await transaction`
    insert into alert_subject as s (alert_key, subject, pending, is_open, value)
    select alert_key, subject, count, true, value from unnest(${held.map(({ key }) => key)}::bigint[],
      ${held.map(({ id }) => id)}::text[], ${held.map(({ count }) => count)}::bigint[],
      ${held.map(({ value }) => value ?? null)}::float8[]) as h (alert_key, subject, count, value)
    on conflict (alert_key, subject) do update
      set pending = excluded.pending, is_open = true, value = excluded.value, over_on = null`;
  const open = await transaction<{ alert_key: number; subject: string }[]>`
    select alert_key, subject from alert_subject
    where alert_key = any(${judged.map(({ key }) => key)}::bigint[]) and is_open and over_on is null`;
  const ofKey = new Map(judged.map(({ key, ...found }) => [key, found]));
  const gone = open.flatMap(({ alert_key, subject }) => {
    const found = ofKey.get(alert_key);
    if (found === undefined || found.holding.some(({ id }) => id === subject)) return [];
    return [{ alert_key, subject, isRecovered: found.recovered?.includes(subject) ?? true }];
  });
  const keys = (of: typeof gone) => of.map(({ alert_key }) => alert_key);
  const subjects = (of: typeof gone) => of.map(({ subject }) => subject);
  const [over, lost] = [gone.filter(({ isRecovered }) => isRecovered), gone.filter(({ isRecovered }) => !isRecovered)];
  await transaction`
    update alert_subject s set over_on = now(), pending = 0
    from unnest(${keys(over)}::bigint[], ${subjects(over)}::text[]) as g (alert_key, subject)
    where s.alert_key = g.alert_key and s.subject = g.subject`;
  await transaction`
    delete from alert_subject s
    using unnest(${keys(gone)}::bigint[], ${subjects(gone)}::text[]) as g (alert_key, subject)
    where s.alert_key = g.alert_key and s.subject = g.subject and (s.last_notice_on is null
      or (s.alert_key, s.subject) in (select * from unnest(${keys(lost)}::bigint[], ${subjects(lost)}::text[])))`;
}
