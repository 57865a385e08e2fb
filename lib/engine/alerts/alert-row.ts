import { type Alert, type AlertChannel, type AlertCondition, type AlertNotice, TaskdeckError } from '#contract';
import { type Database, entityTag, readStored, type Transaction } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';

/** An alert as it is stored. JSON is text. */
export type AlertRow = {
  key: number;
  id: string;
  name: string;
  condition: string;
  channels: string;
  is_enabled: boolean;
  muted_until: string | null;
  repeat_after_in_ms: number;
  created_on: string;
  created_by: string;
  modified_on: string;
  modified_by: string;
  version: number;
  open_count: number;
  last_notice: string | null;
};

/** What of a channel only its deliveries read. */
export type ChannelSecret = { url?: string | undefined; signingKey?: string | undefined };

/** Selects notices as `n` with the states of their deliveries. */
export function selectNotices(database: Database | Transaction) {
  return database`
    select n.key, n.id, n.kind, n.created_on, n.alert_key, counted.* from alert_notice n cross join lateral (
      select count(*) filter (where d.is_delivered) as delivered,
        count(*) filter (where not d.is_delivered and (d.ended_on is not null or a.task_key is null)) as failed,
        count(*) filter (where d.ended_on is null and a.task_key is not null) as pending
      from alert_delivery d left join task t on t.id = d.id left join active_run a on a.task_key = t.key
      where d.notice_key = n.key) counted`;
}

export type NoticeRow = Omit<AlertNotice, 'createdOn'> & { key: number; created_on: string };

export function noticeRecord({ id, kind, created_on, pending, delivered, failed }: NoticeRow): AlertNotice {
  return { id, kind, createdOn: created_on, pending, delivered, failed };
}

/** Selects alerts as `a` with what they are about to tell and their newest notice. */
export function selectAlerts(database: Database | Transaction) {
  return database`
    select a.key, a.id, a.name, a.condition, a.channels, a.is_enabled, a.repeat_after_in_ms, a.created_on, a.created_by,
      a.modified_on, a.modified_by, a.version, case when a.muted_until > now() then a.muted_until end as muted_until,
      (select count(*) from alert_subject s where s.alert_key = a.key and (s.is_open or s.pending > 0)) as open_count,
      (select json_build_object('id', n.id, 'kind', n.kind, 'createdOn', to_char(n.created_on at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'pending', n.pending, 'delivered', n.delivered, 'failed', n.failed)
        from (${selectNotices(database)} where n.alert_key = a.key order by n.key desc limit 1) n) as last_notice
    from alert a`;
}

export function alertRecord(row: AlertRow): Alert {
  return omitAbsent({
    id: row.id,
    name: row.name,
    condition: readStored<AlertCondition>(row.condition),
    channels: readStored<AlertChannel[]>(row.channels),
    isEnabled: row.is_enabled,
    mutedUntil: row.muted_until,
    repeatAfterInMs: row.repeat_after_in_ms,
    openCount: row.open_count,
    lastNotice: readStored<AlertNotice>(row.last_notice),
    createdOn: row.created_on,
    createdBy: row.created_by,
    modifiedOn: row.modified_on,
    modifiedBy: row.modified_by,
    etag: entityTag(row.version),
  });
}

export function noSuchAlert(id: string): TaskdeckError {
  return new TaskdeckError('AlertNotFound', `there is no alert "${id}"`);
}
