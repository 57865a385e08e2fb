import type { Transaction } from '#database';
import { changeNotice } from '../watch/change-notice.ts';

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
    select pg_notify('taskdeck_change', ${changeNotice([task.id])}),
      case when ${what.isReady ?? false} then pg_notify('taskdeck_work', '') end,
      case when ${what.isTaken ?? false} then pg_notify('taskdeck_control', ${JSON.stringify({ k: [task.key] })}) end`;
}
