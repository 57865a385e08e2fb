import {
  type AlertChannel,
  type AlertCondition,
  type AlertConditionKind,
  type AlertFinding,
  type AlertNotice,
  type ErrorGroupStatus,
  findingWords,
  recoveryWords,
} from '#contract';
import { type Database, readStored } from '#database';
import { selectGroups } from '../errors/group-record.ts';
import type { ChannelSecret } from './alert-row.ts';

/** The queue of the tasks that deliver notices. Bulk operations, which can take long, have another. */
export const alertQueue = 'taskdeck.alerts';

/** One thing that a notice tells of. `path` is its page of the dashboard. */
export type MessageSubject = AlertFinding & { text: string; status?: ErrorGroupStatus; path: string };

/** What a notice tells, as a caller without `sensitive/read` sees it. */
export type AlertMessage = {
  id: string;
  kind: AlertNotice['kind'];
  createdOn: string;
  alert: { id: string; name: string; condition: AlertConditionKind };
  subjects: MessageSubject[];
};

/** Sends a message over a channel. Rejects when it did not arrive, with a `NonRetryableError` when a retry is no use. */
export type SendAlert = (
  channel: AlertChannel & ChannelSecret,
  message: AlertMessage,
  delivery: { id: string; signal: AbortSignal },
) => Promise<void>;

export type Told = {
  notice_id: string;
  kind: AlertNotice['kind'];
  created_on: string;
  alert_id: string;
  name: string;
  condition: string;
  subjects: string;
};

/** Returns what a notice tells, with what it tells of as it is now. */
export async function messageOf(database: Database, told: Told): Promise<AlertMessage> {
  const condition = readStored<AlertCondition>(told.condition);
  const subjects = readStored<AlertFinding[]>(told.subjects);
  return {
    id: told.notice_id,
    kind: told.kind,
    createdOn: told.created_on,
    alert: { id: told.alert_id, name: told.name, condition: condition.kind },
    subjects: await subjectsOf(database, condition, subjects, told.kind === 'recovered'),
  };
}

/** Returns things that were found, with their words and pages. */
export async function subjectsOf(
  database: Database,
  condition: AlertCondition,
  findings: readonly AlertFinding[],
  isOver: boolean,
): Promise<MessageSubject[]> {
  if (condition.kind === 'cause') return causes(database, findings);
  const words = isOver ? recoveryWords : findingWords;
  return findings.map((finding) => ({
    ...finding,
    text: words(condition, finding),
    path: pathOf(condition, finding.id),
  }));
}

type Group = {
  fingerprint: string;
  id: string;
  type: string;
  step: string | null;
  error_name: string;
  name: string | null;
  title: string | null;
  status: ErrorGroupStatus;
};

/** A group without a title can quote sensitive values. A group can be part of another by now. */
async function causes(
  database: Database,
  subjects: readonly { id: string; count: number }[],
): Promise<MessageSubject[]> {
  const groups = await database<Group[]>`
    select f.fingerprint, g.* from error_fingerprint f join (${selectGroups(database)}) g on g.id = f.group_id
    where f.fingerprint = any(${subjects.map(({ id }) => id)}::text[])`;
  const known = new Map(groups.map((group) => [group.fingerprint, group]));
  return subjects.map(({ id, count }) => {
    const path = `/errors/${encodeURIComponent(id)}`;
    const group = known.get(id);
    if (group === undefined) return { id, count, path, text: 'an error group that is gone' };
    const { type, step, error_name, name, title, status } = group;
    const place = step === null ? type : `${type}, step ${step}`;
    return { id, count, path, status, text: `${place}: ${name ?? `${error_name}: ${title ?? '[redacted]'}`}` };
  });
}

function pathOf(condition: AlertCondition, id: string): string {
  switch (condition.kind) {
    case 'workerLost':
    case 'queueWait':
    case 'noWorker':
      return '/workers';
    case 'task':
    case 'scheduleMissed':
      return `/tasks/${encodeURIComponent(id)}`;
    case 'overdue':
      if (condition.task !== undefined) return `/tasks/${encodeURIComponent(id)}`;
      return tasksPath(`type:${id} status:queued,running,waiting,retrying,paused`);
    case 'failureRate':
      return tasksPath(`${condition.type === undefined ? 'queue' : 'type'}:${id} status:failed`);
    case 'cause':
    case 'failure':
      return tasksPath(`type:${id} status:failed`);
  }
}

function tasksPath(filter: string): string {
  return `/tasks?${new URLSearchParams({ filter })}`;
}
