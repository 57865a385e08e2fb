import { changeNotice, channels, controlNotice, type Transaction } from '#database';

/**
 * Notifies watchers that a task changed. With `isReady`, notifies workers that there is work. With `isTaken`, notifies
 * the worker that holds the run that it lost it. Sent when the transaction commits.
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
