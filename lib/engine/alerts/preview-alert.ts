import type { AlertCondition, AlertFinding, AlertPreview } from '#contract';
import type { Database } from '#database';
import { type MessageSubject, subjectsOf } from './alert-message.ts';
import { judge } from './lasting/judge.ts';
import { findOverdue } from './lasting/overdue.ts';
import { worstOf } from './lasting/rule.ts';

const mostShown = 50;

type Preview = Omit<AlertPreview, 'findings'> & { subjects: MessageSubject[] };

/**
 * Returns what an alert with this condition would tell of: what happened in the last 24 hours where that is counted,
 * else what holds now.
 */
export async function previewAlert(database: Database, condition: AlertCondition): Promise<Preview> {
  const { findings, isPartial } = await find(database, condition);
  const shown = worstOf(findings).slice(0, mostShown);
  const isOfDay = condition.kind === 'cause' || condition.kind === 'failure' || condition.kind === 'task';
  return {
    period: isOfDay ? 'lastDay' : 'now',
    subjects: await subjectsOf(database, condition, shown, false),
    isPartial: isPartial || shown.length < findings.length,
  };
}

async function find(
  database: Database,
  condition: AlertCondition,
): Promise<{ findings: readonly AlertFinding[]; isPartial: boolean }> {
  const rule = { key: 1, condition, since: '', seenTask: null, seenRun: null };
  switch (condition.kind) {
    case 'cause':
    case 'failure':
      return { findings: await countedOf(database, condition), isPartial: false };
    case 'task':
      return { findings: await endsOf(database, condition.task, condition.when === 'fails'), isPartial: false };
    case 'overdue': {
      const { found, last } = await findOverdue(database, [{ ...rule, condition }], 0);
      return { findings: found, isPartial: last !== undefined };
    }
    case 'failureRate':
    case 'queueWait':
    case 'noWorker':
    case 'workerLost':
    case 'scheduleMissed':
      return { findings: (await judge(database, [rule])).flatMap(({ holding }) => holding), isPartial: false };
  }
}

/** Error groups that began or came back, or types that failed, with their failures of a day. */
async function countedOf(
  database: Database,
  { kind, type = '*', ...rest }: Extract<AlertCondition, { kind: 'cause' | 'failure' }>,
): Promise<AlertFinding[]> {
  const group = 'group' in rest ? rest.group : undefined;
  const start = type.replace(/\*$/, '');
  const isCause = kind === 'cause';
  return database<AlertFinding[]>`
    select case when ${isCause} then g.id else g.type end as id, sum(c.count)::float8 as count
    from error_count c join error_fingerprint f using (fingerprint) join error_group g on g.id = f.group_id
    where c.since > now() - interval '1 day' and starts_with(g.type, ${start}) and (${type.endsWith('*')} or g.type = ${start})
      and (not ${isCause} or greatest(g.first_seen_on, g.reopened_on) > now() - interval '1 day')
      and ${group === undefined ? database`true` : database`g.id = ${group}`}
    group by 1`;
}

async function endsOf(database: Database, id: string, isFailing: boolean): Promise<AlertFinding[]> {
  return database<AlertFinding[]>`
    select t.id, count(*) as count from task t join run r on r.task_key = t.key
    where t.id = ${id} and r.ended_on > now() - interval '1 day'
      and (not ${isFailing} or r.status in ('failed', 'timedOut'))
    group by t.id`;
}
