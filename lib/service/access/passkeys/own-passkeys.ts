import { z } from 'zod';
import { TaskdeckError } from '#contract';
import { decodePageToken, inTransaction, pageFrom } from '#database';
import type { Verb } from '../../verb.ts';
import { type PasskeyRow, passkeyColumns, toPasskey } from './passkey-row.ts';

/** Sorted by id. A caller that is no operator has none. */
export const listPasskeys: Verb<'ListPasskeys'> = async ({ database }, { query, caller }) => {
  const list = 'passkeys';
  const after = decodePageToken(list, query.continuationToken, z.guid());
  const rows = await database<PasskeyRow[]>`
    select ${passkeyColumns(database)} from passkey
    where operator_id = ${ownerId(caller)}::uuid ${after === undefined ? database`` : database`and id > ${after}`}
    order by id limit ${query.maxPageSize + 1}`;
  return pageFrom(rows, {
    list,
    maxPageSize: query.maxPageSize,
    convert: toPasskey,
    position: (last) => last.id,
  });
};

export const updatePasskey: Verb<'UpdatePasskey'> = async ({ database }, { params, body, caller, note }) => {
  note.target = caller.id;
  note.detail = body.name;
  return inTransaction(database, async (transaction) => {
    const [row] = await transaction<PasskeyRow[]>`
      update passkey set name = ${body.name} where id = ${params.id} and operator_id = ${ownerId(caller)}::uuid
      returning ${passkeyColumns(transaction)}`;
    if (row === undefined) throw new TaskdeckError('PasskeyNotFound', `you have no passkey "${params.id}"`);
    return toPasskey(row);
  });
};

/** 204 whether or not there was one. */
export const deletePasskey: Verb<'DeletePasskey'> = async ({ database }, { params, caller, note }) => {
  note.target = caller.id;
  await inTransaction(database, async (transaction) => {
    const [gone] = await transaction<{ name: string }[]>`
      delete from passkey where id = ${params.id} and operator_id = ${ownerId(caller)}::uuid returning name`;
    note.detail = gone?.name ?? 'there was none';
  });
};

function ownerId({ kind, id }: { kind: string; id: string }): string | null {
  return kind === 'operator' ? id : null;
}
