import { type AlertCondition, lastingConditions } from '#contract';
import { type Database, readStored, tryLock } from '#database';
import { judge } from './judge.ts';
import { noteEndedTasks } from './note-ended-tasks.ts';
import { noteFindings } from './note-findings.ts';
import { walkOverdue } from './overdue.ts';
import { type Rule, rulesOf, worstOf } from './rule.ts';

const everyMs = 5_000;
const looked: readonly AlertCondition['kind'][] = [...lastingConditions, 'task'];

/**
 * Evaluates the alerts about what there is now: one process at a time, every five seconds for all processes together,
 * and only while there are such alerts. Each read is bounded, and is done once for all alerts. Resolves with `false`:
 * nothing is left for now.
 */
export async function lookAtConditions(database: Database): Promise<boolean> {
  const [{ is_due } = { is_due: false }] = await database<{ is_due: boolean }[]>`
    select exists (select from alert_look where looked_on <= now() - ${everyMs} * interval '1 ms')
      and exists (select from alert where is_enabled and condition ->> 'kind' = any(${looked}::text[])) as is_due`;
  if (!is_due) return false;
  return database.begin(async (transaction) => {
    if (!(await tryLock(transaction, 'alerts'))) return false;
    const { count } = await transaction`
      update alert_look set looked_on = now() where looked_on <= now() - ${everyMs} * interval '1 ms'`;
    if (count === 0) return false;
    const rows = await transaction<(Omit<Rule, 'condition' | 'seenTask' | 'seenRun'> & Stored)[]>`
      select key, condition, since, seen_task, seen_run from alert
      where is_enabled and condition ->> 'kind' = any(${looked}::text[])`;
    const rules = rows.map(({ key, condition, since, seen_task, seen_run }) => ({
      ...{ key, since, seenTask: seen_task, seenRun: seen_run },
      condition: readStored<AlertCondition>(condition),
    }));
    const judged = [
      ...(await judge(transaction, rules)),
      ...(await walkOverdue(transaction, rulesOf(rules, 'overdue'))),
    ];
    await noteFindings(
      transaction,
      judged.map((one) => ({ ...one, holding: worstOf(one.holding) })),
    );
    await noteEndedTasks(transaction, rulesOf(rules, 'task'));
    return false;
  });
}

type Stored = { condition: string; seen_task: number | null; seen_run: number | null };
