import { type AlertNotice, TaskdeckError } from '#contract';
import { type Database, inTransaction } from '#database';
import type { Actor } from '../actor.ts';
import { noSuchAlert } from './alert-row.ts';
import { insertNotice } from './insert-notice.ts';

const mostTests = 10;

/**
 * Sends a test notice to all channels of an alert, at most ten times in ten minutes: tests must not flood who gets them.
 * Throws `AlertNotFound` and `TooManyRequests`.
 */
export async function testAlert(database: Database, id: string, actor: Pick<Actor, 'name'>): Promise<AlertNotice> {
  return inTransaction(database, async (transaction) => {
    const [alert] = await transaction<{ key: number; name: string; channels: string }[]>`
      select key, name, channels from alert where id = ${id} for update`;
    if (alert === undefined) throw noSuchAlert(id);
    const [{ count } = { count: 0 }] = await transaction<{ count: number }[]>`
      select count(*)::integer as count from alert_notice
      where alert_key = ${alert.key} and kind = 'test' and created_on > now() - interval '10 minutes'`;
    if (count >= mostTests)
      throw new TaskdeckError('TooManyRequests', `an alert sends ${mostTests} tests in ten minutes, and this one did`);
    return insertNotice(transaction, alert, { kind: 'test', subjects: [], by: actor.name });
  });
}
