import { alertTaskType } from '#contract';
import type { Database } from '#database';
import type { AnyTaskDefinition, TaskContext } from '../definition/definition.ts';
import { NonRetryableError } from '../definition/failures.ts';
import type { SecretsKey } from '../secrets/index.ts';
import { messageOf, type SendAlert, type Told } from './alert-message.ts';
import { readChannels } from './change-alerts.ts';

type Work = { database: Database; secretsKey: SecretsKey; send: SendAlert };
type DeliveryRow = Told & { key: number; channel_id: string; is_delivered: boolean };

/** With these intervals, a receiver that is away for eleven hours still gets its notices. */
const retry = {
  maximumAttempts: 20,
  initialIntervalInMs: 1_000,
  backoffCoefficient: 2,
  maximumIntervalInMs: 3_600_000,
};
const keptAttempts = 20;

/** The task type that delivers notices of alerts. A notice arrives at least once, with the same id each time. */
export function alertDefinition(work: Work): AnyTaskDefinition {
  return {
    type: alertTaskType,
    description: 'Delivers a notice of an alert to one channel. Created with the notice.',
    retry,
    run: (context) => deliver(work, context),
  };
}

async function deliver(work: Work, { taskId, signal, attempt }: TaskContext): Promise<object> {
  const { database, secretsKey, send } = work;
  const [row] = await database<DeliveryRow[]>`
    select d.key, d.channel_id, d.is_delivered, n.id as notice_id, n.kind, n.created_on, n.subjects, a.id as alert_id,
      a.name, a.condition
    from alert_delivery d join alert_notice n on n.key = d.notice_key join alert a on a.key = d.alert_key
    where d.id = ${taskId}`;
  if (row === undefined) return { status: 'the alert was deleted' };
  if (row.is_delivered) return { status: 'delivered' };
  try {
    const { shown, secrets } = await readChannels(database, secretsKey, row.alert_id);
    const channel = shown.find(({ id }) => id === row.channel_id);
    if (channel === undefined) throw new NonRetryableError('the alert has this channel no more');
    const message = await messageOf(database, row);
    await send({ ...channel, ...secrets[channel.id] }, message, { id: taskId, signal });
  } catch (error) {
    signal.throwIfAborted();
    const isLast = error instanceof NonRetryableError || attempt >= retry.maximumAttempts;
    await noteAttempt(database, row, error instanceof Error ? error.message : String(error), isLast);
    throw error;
  }
  await noteAttempt(database, row, undefined, true);
  return { status: 'delivered' };
}

async function noteAttempt(
  database: Database,
  { key }: DeliveryRow,
  error: string | undefined,
  isEnd: boolean,
): Promise<void> {
  await database`
    update alert_delivery set is_delivered = ${error === undefined}, ended_on = case when ${isEnd} then now() end,
      attempts = case when jsonb_array_length(attempts) >= ${keptAttempts} then attempts - 0 else attempts end
        || jsonb_strip_nulls(jsonb_build_object('error', ${error?.slice(0, 1000) ?? null}::text, 'endedOn',
          to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    where key = ${key}`;
}
