import { alertTaskType } from '#contract';
import type { Transaction } from '#database';

/** What happened: an error group began or came back, or tasks of a type failed. */
export type Signal = { kind: 'cause' | 'failure'; subject: string; type: string; count: number };

/** Every alert can tell of every signal, and all of a batch is one transaction. */
const batchSize = 500;

/**
 * Notes what happened, in the transaction in which it is counted, while any alert is enabled. Failed deliveries of alerts
 * are left out: to tell of them would make more.
 */
export async function noteSignals(transaction: Transaction, signals: readonly Signal[]): Promise<void> {
  const noted = signals.filter(({ type }) => type !== alertTaskType);
  if (noted.length === 0) return;
  await transaction`
    insert into alert_signal (kind, subject, type, count)
    select kind, subject, type, count from unnest(${noted.map(({ kind }) => kind)}::text[],
      ${noted.map(({ subject }) => subject)}::text[], ${noted.map(({ type }) => type)}::text[],
      ${noted.map(({ count }) => count)}::bigint[])
      as given (kind, subject, type, count)
    where exists (select from alert where is_enabled)`;
}

/** Removes the oldest signals and returns them summed up. */
export async function takeSignals(transaction: Transaction): Promise<Signal[]> {
  return transaction<Signal[]>`
    with taken as (
      delete from alert_signal where id = any(array(select id from alert_signal order by id limit ${batchSize}))
      returning kind, subject, type, count
    )
    select kind, subject, type, sum(count)::float8 as count
    from taken group by kind, subject, type`;
}
