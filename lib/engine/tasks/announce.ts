import { changeNotice, channels, controlNotice, type Transaction } from '#database';

/**
 * Notifies watchers that tasks changed. With `isReady`, notifies workers that there is work. With `isTaken`, notifies
 * the workers that hold the runs that they lost them. Sent when the transaction commits.
 */
export async function announce(
  transaction: Transaction,
  tasks: readonly { id: string; key: number }[],
  what: { isReady?: boolean; isTaken?: boolean } = {},
): Promise<void> {
  if (tasks.length === 0) return;
  const change = changeNotice({ ids: tasks.map(({ id }) => id), ...(what.isReady && { endedKeys: [] }) });
  await transaction`
    select pg_notify(${channels.change}, ${change}),
      case when ${what.isReady ?? false} then pg_notify(${channels.work}, '') end,
      case when ${what.isTaken ?? false} then pg_notify(${channels.control}, ${controlNotice(tasks.map(({ key }) => key))}) end`;
}
