import type { AlertNotice } from '#contract';
import { type Database, inTransaction } from '#database';
import type { Actor } from '../actor.ts';
import { noSuchAlert } from './alert-row.ts';
import { insertNotice } from './insert-notice.ts';

/** Sends a test notice to all channels of an alert. Throws `AlertNotFound`. */
export async function testAlert(database: Database, id: string, actor: Pick<Actor, 'name'>): Promise<AlertNotice> {
  return inTransaction(database, async (transaction) => {
    const [alert] = await transaction<{ key: number; name: string; channels: string }[]>`
      select key, name, channels from alert where id = ${id} for share`;
    if (alert === undefined) throw noSuchAlert(id);
    return insertNotice(transaction, alert, { kind: 'test', subjects: [], by: actor.name });
  });
}
