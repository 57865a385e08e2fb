import { z } from 'zod';
import type { Alert, AlertDelivery, Bounds, Page, Paging } from '#contract';
import { type Database, decodePageToken, pageFrom, readStored } from '#database';
import { omitAbsent } from '../rows/omit-absent.ts';
import { type AlertRow, alertRecord, noSuchAlert, selectAlerts } from './alert-row.ts';
import { conditionsInside } from './conditions-inside.ts';

/** Returns one alert. Throws `AlertNotFound`, also for one that tells of something outside of bounds. */
export async function getAlert(database: Database, id: string, bounds?: Bounds): Promise<Alert> {
  const [row] = await database<AlertRow[]>`
    ${selectAlerts(database)} where a.id = ${id} ${conditionsInside(database, bounds, database`a.condition`)}`;
  if (row === undefined) throw noSuchAlert(id);
  return alertRecord(row);
}

/** Lists alerts that tell of nothing outside of bounds, newest first. Throws `InvalidContinuationToken`. */
export async function listAlerts(database: Database, paging: Paging, bounds?: Bounds): Promise<Page<Alert>> {
  const list = 'alerts';
  const after = decodePageToken(list, paging.continuationToken, z.int());
  const rows = await database<AlertRow[]>`
    ${selectAlerts(database)} where ${after === undefined ? database`true` : database`a.key < ${after}`}
      ${conditionsInside(database, bounds, database`a.condition`)}
    order by a.key desc limit ${paging.maxPageSize + 1}`;
  return pageFrom(rows, { list, maxPageSize: paging.maxPageSize, convert: alertRecord, position: ({ key }) => key });
}

type DeliveryRow = {
  key: number;
  id: string;
  notice_id: string;
  kind: AlertDelivery['kind'];
  channel_id: string;
  channel_kind: AlertDelivery['channelKind'];
  status: AlertDelivery['status'];
  subjects: string;
  attempts: string;
  created_on: string;
  ended_on: string | null;
  next_attempt_on: string | null;
};

/**
 * Lists the deliveries of an alert, newest first: with bounds those since its condition is what it is now. Throws
 * `AlertNotFound`, `InvalidContinuationToken`.
 */
export async function listAlertDeliveries(
  database: Database,
  id: string,
  paging: Paging,
  bounds?: Bounds,
): Promise<Page<AlertDelivery>> {
  const list = ['alert deliveries', id];
  const before = decodePageToken(list, paging.continuationToken, z.int());
  const [alert] = await database<{ key: number }[]>`
    select a.key from alert a where a.id = ${id} ${conditionsInside(database, bounds, database`a.condition`)}`;
  if (alert === undefined) throw noSuchAlert(id);
  const rows = await database<DeliveryRow[]>`
    select d.key, d.id, n.id as notice_id, n.kind, d.channel_id, d.channel_kind, n.subjects, d.attempts, d.created_on,
      d.ended_on, case when d.ended_on is null and a.status = 'retrying' then a.due_on end as next_attempt_on,
      case when d.is_delivered then 'delivered'
        when d.ended_on is not null or a.task_key is null then 'failed' else 'pending' end as status
    from alert_delivery d join alert_notice n on n.key = d.notice_key
      left join task t on t.id = d.id left join active_run a on a.task_key = t.key
    where d.alert_key = ${alert.key}
      ${bounds === undefined ? database`` : database`and n.created_on >= (select since from alert where key = d.alert_key)`}
      ${before === undefined ? database`` : database`and d.key < ${before}`}
    order by d.key desc limit ${paging.maxPageSize + 1}`;
  return pageFrom(rows, { list, maxPageSize: paging.maxPageSize, convert: deliveryRecord, position: ({ key }) => key });
}

function deliveryRecord(row: DeliveryRow): AlertDelivery {
  return omitAbsent({
    id: row.id,
    noticeId: row.notice_id,
    kind: row.kind,
    channelId: row.channel_id,
    channelKind: row.channel_kind,
    status: row.status,
    subjects: readStored<AlertDelivery['subjects']>(row.subjects),
    attempts: readStored<AlertDelivery['attempts']>(row.attempts),
    createdOn: row.created_on,
    nextAttemptOn: row.next_attempt_on,
    endedOn: row.ended_on,
  });
}
