import { randomUUID } from 'node:crypto';
import { type AlertChannel, type AlertDelivery, type AlertNotice, alertTaskType, stringifyJson } from '#contract';
import { readStored, type Transaction } from '#database';
import { insertTasks } from '../tasks/insert-tasks.ts';
import { ownTask } from '../tasks/own-task.ts';
import { alertQueue } from './alert-message.ts';
import { type NoticeRow, noticeRecord, selectNotices } from './alert-row.ts';

type Told = { key: number; name: string; channels: string };
type Content = { kind: AlertNotice['kind']; subjects: AlertDelivery['subjects']; by: string };

/** Makes a notice, with a delivery and its task for each channel of the alert. */
export async function insertNotice(
  transaction: Transaction,
  alert: Told,
  { kind, subjects, by }: Content,
): Promise<AlertNotice> {
  const id = `notice-${randomUUID()}`;
  const channels = readStored<AlertChannel[]>(alert.channels).map((channel) => ({
    ...channel,
    delivery: `alert-delivery-${randomUUID()}`,
  }));
  await transaction`
    with notice as (
      insert into alert_notice (id, alert_key, kind, subjects)
      values (${id}, ${alert.key}, ${kind}, ${stringifyJson(subjects)}::jsonb) returning key
    )
    insert into alert_delivery (id, notice_key, alert_key, channel_id, channel_kind)
    select c.id, notice.key, ${alert.key}, c.channel_id, c.channel_kind
    from notice, unnest(${channels.map(({ delivery }) => delivery)}::text[], ${channels.map((channel) => channel.id)}::text[],
      ${channels.map((channel) => channel.kind)}::text[]) as c (id, channel_id, channel_kind)`;
  await insertTasks(
    transaction,
    channels.map((channel) =>
      ownTask({
        id: channel.delivery,
        type: alertTaskType,
        name: `Alert: ${alert.name}`,
        description: null,
        queue: alertQueue,
        createdBy: by,
      }),
    ),
  );
  const [row] = await transaction<NoticeRow[]>`${selectNotices(transaction)} where n.id = ${id}`;
  if (row === undefined) throw new Error('an inserted notice is missing');
  return noticeRecord(row);
}
