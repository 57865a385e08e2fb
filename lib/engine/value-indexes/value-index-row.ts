import type { ValueIndex } from '#contract';
import type { Database, Transaction } from '#database';

export type ValueIndexRow = {
  id: string;
  key: number;
  pointer: string;
  type: string | null;
  status: ValueIndex['status'];
  done_key: number;
  last_key: number | null;
  created_on: string;
  created_by: string;
};

/** The columns of `ValueIndexRow`. */
export const valueIndexColumns = (database: Database | Transaction) =>
  database`id, key, pointer, type, status, done_key, last_key, created_on, created_by`;

/**
 * The order in which entries of one index are read. Without it, PostgreSQL would look for the first ones through the whole
 * table, where those of an index can come last.
 */
export const entriesInOrder = (database: Database | Transaction) => database`order by kind, number, body, task_key`;

/** The record of an index, without its size. */
export function valueIndexRecord(row: ValueIndexRow): ValueIndex {
  const { last_key: last, done_key: done } = row;
  const read = last === null ? 0 : last === 0 ? 1 : Math.floor((done / last) * 100) / 100;
  return {
    id: row.id,
    path: row.pointer,
    ...(row.type !== null && { type: row.type }),
    status: row.status,
    ...(row.status === 'building' && { progress: Math.min(1, read) }),
    createdOn: row.created_on,
    createdBy: row.created_by,
  };
}
