import { uncovering } from '#contract';
import { type Database, scalarArray, type Transaction, textArray } from '#database';
import { mayUncover } from './mutation.ts';
import type { PreparedMutation, PreparedOperation } from './prepared.ts';

type Row = { store_key: number; id: string; sensitive: string[] | null };

/**
 * Refuses operations that would make stored values visible, with the entries locked: nobody adds a pointer between this
 * look and the write. An entry that is not there must not be there when it is written either.
 */
export async function refuseUncovering(
  sql: Database | Transaction,
  mutations: readonly PreparedMutation[],
  operations: readonly PreparedOperation[],
): Promise<readonly PreparedOperation[]> {
  const storeOf = (one: PreparedOperation) => mutations[one.mutation]?.store;
  const judged = new Set(
    operations.filter((one) => {
      const mutation = mutations[one.mutation]?.mutation;
      return mutation !== undefined && storeOf(one) !== undefined && mayUncover(mutation, one.operation);
    }),
  );
  if (judged.size === 0) return operations;
  const rows = await sql<Row[]>`
    select e.store_key, e.id, e.sensitive
    from unnest(${scalarArray([...judged].map((one) => storeOf(one)?.key ?? 0))}::bigint[],
      ${textArray([...judged].map((one) => one.operation.id))}::text[]) as n (store_key, id)
    join state_entry e using (store_key, id)
    where e.expires_on is null or e.expires_on > clock_timestamp()
    order by e.store_key, e.id for update of e`;
  const stored = new Map(rows.map((row) => [`${row.store_key} ${row.id}`, row.sensitive ?? []]));
  return operations.map((one) => {
    if (!judged.has(one) || one.operation.kind !== 'upsert') return one;
    const store = storeOf(one);
    const before = stored.get(`${store?.key ?? 0} ${one.operation.id}`);
    const after = [...(one.operation.sensitive ?? []), ...(store?.policy.sensitive ?? [])];
    const error = uncovering(before ?? [], after);
    const refusal = one.refusal ?? (error && { code: error.code, message: error.message });
    return { ...one, refusal, isJudgedAsNew: before === undefined };
  });
}
