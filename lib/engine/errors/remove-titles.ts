import { holdLock, type Transaction } from '#database';

/**
 * Removes the titles of the error groups of a task that got its first sensitive pointer. A title is the message of the
 * first failure, which can be one of this task, and stays when another task fails or this one is deleted.
 */
export async function removeTitles(transaction: Transaction, taskKey: number): Promise<void> {
  await holdLock(transaction, 'errorGroups');
  await transaction`
    update error_group set title = null where title is not null and id in (
      select f.group_id from run r join error_fingerprint f using (fingerprint) where r.task_key = ${taskKey})`;
}
