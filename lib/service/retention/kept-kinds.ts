import type { KeptData } from '#contract';
import type { Database } from '#database';
import type { ServiceConfig } from '../config.ts';
import type { Fragment } from './count-rows.ts';

/** One kind of data: how long it is kept, and how its rows of an age are found. */
export type KeptKind = Pick<KeptData, 'kind' | 'setBy' | 'variable' | 'days'> & {
  /** The table whose estimated rows are told; without it, those are counted that `oldest` selects. */
  table?: string;
  /** Selects `at` of the oldest rows first. */
  oldest: Fragment;
  /** Selects `at` of what the next sweeps remove. */
  due?: Fragment;
  /** Selects `at` of what this number of days would remove. */
  older?: (days: number) => Fragment;
};

const bulkDays = 90;
const defaultStateDays = 30;

/** The kinds of data of a deployment. Each query reads an index from its old end. */
export function keptKinds(database: Database, config: ServiceConfig): KeptKind[] {
  const { retentionInDays, stateRetentionInDays, auditRetentionInDays } = config;
  const age = (days: number) => database`now() - make_interval(days => ${days})`;
  const tasks = (days: number) => database`
    select case when r.is_current and exists (select from task t where t.key = r.task_key and t.retention is null)
      then r.ended_on end as at
    from run r where r.ended_on < ${age(days)} order by r.ended_on`;
  const versions = (days: number) => database`
    select superseded_on as at from state_version where superseded_on < ${age(days)} order by superseded_on`;
  const access = (days: number) =>
    database`select occurred_on as at from state_access where occurred_on < ${age(days)}`;
  const audit = (days: number) => database`
    select occurred_on as at from audit_record where occurred_on < ${age(days)} order by occurred_on`;
  return [
    {
      kind: 'tasks',
      ...settingOf('TASKDECK_RETENTION_DAYS', retentionInDays, undefined),
      table: 'task',
      oldest: database`select ended_on as at from run where ended_on is not null and is_current order by ended_on`,
      ...dueOf(tasks, retentionInDays),
    },
    {
      kind: 'tasksWithRetention',
      setBy: 'task',
      oldest: database`select created_on as at from task where retention is not null order by key`,
      due: database`
        select case when r.ended_on < now() - (t.retention ->> 'maximumAgeInMs')::bigint * interval '1 ms'
          then r.ended_on end as at
        from task t left join run r on r.task_key = t.key and r.is_current
        where t.retention is not null order by t.key`,
    },
    {
      kind: 'logs',
      setBy: 'run',
      table: 'log_entry',
      oldest: database`select logged_on as at from log_entry order by id`,
    },
    {
      kind: 'entries',
      setBy: 'entry',
      table: 'state_entry',
      oldest: database`select expires_on as at from state_entry where expires_on is not null order by expires_on`,
      due: database`select expires_on as at from state_entry where expires_on <= now() order by expires_on`,
    },
    {
      kind: 'versions',
      ...settingOf('TASKDECK_STATE_RETENTION_DAYS', stateRetentionInDays, defaultStateDays),
      table: 'state_version',
      oldest: database`select superseded_on as at from state_version order by superseded_on`,
      ...dueOf(versions, stateRetentionInDays),
    },
    {
      kind: 'stateAccess',
      ...settingOf('TASKDECK_STATE_RETENTION_DAYS', stateRetentionInDays, defaultStateDays),
      table: 'state_access',
      oldest: database`select null::timestamptz as at where false`, // its index does not know the oldest one
      due: access(stateRetentionInDays),
    },
    {
      kind: 'audit',
      ...settingOf('TASKDECK_AUDIT_RETENTION_DAYS', auditRetentionInDays, undefined),
      table: 'audit_record',
      oldest: database`select occurred_on as at from audit_record order by occurred_on`,
      ...dueOf(audit, auditRetentionInDays),
    },
    {
      kind: 'bulkOperations',
      setBy: 'fixed',
      days: bulkDays,
      table: 'bulk_operation',
      oldest: database`select ended_on as at from bulk_operation where ended_on is not null order by ended_on`,
      due: database`select ended_on as at from bulk_operation where ended_on < ${age(bulkDays)} order by ended_on`,
    },
  ];
}

function settingOf(variable: string, days: number | undefined, byDefault: number | undefined) {
  const setBy = days === byDefault ? ('default' as const) : ('environment' as const);
  return { setBy, variable, ...(days !== undefined && { days }) };
}

function dueOf(older: (days: number) => Fragment, days: number | undefined) {
  return { older, ...(days !== undefined && { due: older(days) }) };
}
