import { type AlertNotice, type Bounds, TaskdeckError } from '#contract';
import { type Database, inTransaction } from '#database';
import type { Actor } from '../actor.ts';
import { noSuchAlert } from './alert-row.ts';
import { conditionsInside } from './conditions-inside.ts';
import { insertNotice } from './insert-notice.ts';

const mostTests = 10;

/**
 * Sends a test notice to all channels of an alert, at most ten times in ten minutes: tests must not flood who gets them.
 * Throws `AlertNotFound`, also for one that tells of something outside of bounds, and `TooManyRequests`.
 */
export async function testAlert(
  database: Database,
  id: string,
  actor: Pick<Actor, 'name'>,
  bounds?: Bounds,
): Promise<AlertNotice> {
  return inTransaction(database, async (transaction) => {
    const [alert] = await transaction<{ key: number; name: string; channels: string }[]>`
      select a.key, a.name, a.channels from alert a
      where a.id = ${id} ${conditionsInside(transaction, bounds, transaction`a.condition`)} for update`;
    if (alert === undefined) throw noSuchAlert(id);
    const [{ count } = { count: 0 }] = await transaction<{ count: number }[]>`
      select count(*)::integer as count from alert_notice
      where alert_key = ${alert.key} and kind = 'test' and created_on > now() - interval '10 minutes'`;
    if (count >= mostTests)
      throw new TaskdeckError('TooManyRequests', `an alert sends ${mostTests} tests in ten minutes, and this one did`);
    return insertNotice(transaction, alert, { kind: 'test', subjects: [], by: actor.name });
  });
}
