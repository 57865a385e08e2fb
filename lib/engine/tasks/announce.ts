import { changeNotice, channels, controlNotice, type Transaction } from '#database';

/**
 * Tells watchers that a task changed, and with it workers that there is work (`isReady`) or that they have lost the
 * run of the task that they hold (`isTaken`). Sent when the transaction commits.
 */
export async function announce(
  transaction: Transaction,
  task: { id: string; key: number },
  what: { isReady?: boolean; isTaken?: boolean } = {},
): Promise<void> {
  await transaction`
    select pg_notify(${channels.change}, ${changeNotice({ ids: [task.id] })}),
      case when ${what.isReady ?? false} then pg_notify(${channels.work}, '') end,
      case when ${what.isTaken ?? false} then pg_notify(${channels.control}, ${controlNotice([task.key])}) end`;
}
