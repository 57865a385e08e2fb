import { type AlertCondition, alertConditionKinds, lastingConditions } from '#contract';
import { type Database, isLongAgo, readStored, tryLock } from '#database';
import { judge } from './judge.ts';
import { noteEndedTasks } from './note-ended-tasks.ts';
import { noteFindings } from './note-findings.ts';
import { walkOverdue } from './overdue.ts';
import { type Rule, rulesOf, worstOf } from './rule.ts';

const everyMs = 5_000;
const looked: readonly string[] = [...lastingConditions, 'task'];
const known: readonly string[] = alertConditionKinds;
/** Those that are signalled when they happen. */
const signalled = known.filter((kind) => !looked.includes(kind));

/**
 * Evaluates the alerts about what there is now: one process at a time, every five seconds for all processes together,
 * and only while there are such alerts. Each read is bounded, and is done once for all alerts. Calls `onUnknown` with the
 * alerts whose condition only another version of this program knows: nothing judges them here. Resolves with `false`: nothing
 * is left for now.
 */
export async function lookAtConditions(
  database: Database,
  onUnknown: (alerts: readonly UnknownAlert[]) => void = () => {},
): Promise<boolean> {
  const [{ is_due } = { is_due: false }] = await database<{ is_due: boolean }[]>`
    select exists (select from alert_look where ${isLongAgo(database, 'looked_on', everyMs)})
      and exists (select from alert where is_enabled and condition ->> 'kind' <> all(${signalled}::text[])) as is_due`;
  if (!is_due) return false;
  return database.begin(async (transaction) => {
    if (!(await tryLock(transaction, 'alerts'))) return false;
    const { count } = await transaction`
      update alert_look set looked_on = now() where ${isLongAgo(transaction, 'looked_on', everyMs)}`;
    if (count === 0) return false;
    const rows = await transaction<(Omit<Rule, 'condition' | 'seenTask' | 'seenRun'> & Stored)[]>`
      select key, id, condition, since, seen_task, seen_run from alert
      where is_enabled and condition ->> 'kind' <> all(${signalled}::text[])`;
    const stored = rows.map(({ key, id, condition, since, seen_task, seen_run }) => ({
      ...{ key, id, since, seenTask: seen_task, seenRun: seen_run },
      condition: readStored<AlertCondition>(condition),
    }));
    const { rules = [], unknown = [] } = Object.groupBy(stored, ({ condition }) =>
      known.includes(condition.kind) ? 'rules' : 'unknown',
    );
    if (unknown.length > 0) onUnknown(unknown.map(({ id, condition }) => ({ id, kind: condition.kind })));
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

type Stored = { id: string; condition: string; seen_task: number | null; seen_run: number | null };
export type UnknownAlert = { id: string; kind: string };

/** Looks at conditions like `lookAtConditions`, and reports each alert that it cannot judge once. */
export function conditionLooks(
  database: Database,
  onTrouble: (error: Error) => void = () => {},
): () => Promise<boolean> {
  let reported = new Set<string>();
  const report = (alerts: readonly UnknownAlert[]) => {
    const texts = alerts.map(
      ({ id, kind }) => `the alert ${id} tells of nothing: this version has no condition of the kind ${kind}`,
    );
    for (const text of texts) if (!reported.has(text)) onTrouble(new Error(text));
    reported = new Set(texts);
  };
  return () => lookAtConditions(database, report);
}
