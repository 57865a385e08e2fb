import type { Transaction } from '#database';
import type { ConditionOf, Rule } from './rule.ts';
import { findEndedTasks } from './tasks.ts';

/** Notes runs of single tasks that ended. A task that failed is over when a later run does not fail. */
export async function noteEndedTasks(
  transaction: Transaction,
  rules: readonly Rule<ConditionOf<'task'>>[],
): Promise<void> {
  const ended = await findEndedTasks(transaction, rules);
  const rows = ended.map(({ rule, count, isFailing }) => ({
    ...{ key: rule.key, id: rule.condition.task, count },
    isOpen: rule.condition.when === 'fails' && isFailing,
  }));
  if (rows.length === 0) return;
  await transaction`
    insert into alert_subject as s (alert_key, subject, pending, is_open)
    select alert_key, subject, count, is_open = 1 from unnest(${rows.map(({ key }) => key)}::bigint[],
      ${rows.map(({ id }) => id)}::text[], ${rows.map(({ count }) => count)}::bigint[],
      ${rows.map(({ isOpen }) => Number(isOpen))}::integer[]) as h (alert_key, subject, count, is_open)
    where count > 0 or exists (select from alert_subject o where o.alert_key = h.alert_key and o.subject = h.subject)
    on conflict (alert_key, subject) do update set pending = s.pending + excluded.pending,
      is_open = s.is_open or excluded.is_open,
      over_on = case when excluded.is_open or not s.is_open then null else coalesce(s.over_on, now()) end`;
}
