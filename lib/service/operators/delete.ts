import type { Verb } from '../verb.ts';
import { lockManagers, requireManager } from './row.ts';

/** 204 whether or not there was one. The operator's sessions go with them; API keys they made stay. */
export const deleteOperator: Verb<'DeleteOperator'> = async ({ database }, { params, note }) => {
  await database.begin(async (transaction) => {
    await lockManagers(transaction);
    const [removed] = await transaction<{ email: string }[]>`
      delete from operator where id = ${params.id} returning email`;
    note.detail = removed?.email ?? 'there was none';
    if (removed !== undefined) await requireManager(transaction);
  });
};
