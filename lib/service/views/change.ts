import { fullScope, limits, TaskdeckError } from '#contract';
import { holdLock, inTransaction, requireMatch, requireNoCondition, type Transaction } from '#database';
import { ownerOf } from '../access/caller.ts';
import type { Call, Verb } from '../verb.ts';
import { canChange, isOwn, missingScopes, requireList, toView, type ViewRow, viewColumns } from './row.ts';

export const createView: Verb<'CreateView'> = async ({ database }, call) => {
  const { body, caller, note } = call;
  requireList(body.list, call);
  const owner = ownerOf(caller);
  note.detail = `of ${body.list}, ${body.isShared ? 'shared' : 'private'}`;
  return inTransaction(database, async (transaction) => {
    await holdLock(transaction, 'views');
    const places = await placesOf(transaction, owner);
    if (places.length >= limits.views)
      throw new TaskdeckError('LimitExceeded', `you have ${places.length} views, the limit (views) is ${limits.views}`);
    const [made] = await transaction<ViewRow[]>`
      insert into saved_view (owner, owner_name, list, store_name, name, filter, settings, is_shared, place, modified_by)
      values (${owner}, ${caller.owner.name}, ${body.list}, ${body.storeName ?? null}, ${body.name}, ${body.filter},
        ${JSON.stringify(body.settings)}::text::json, ${body.isShared}, ${places.length}, ${caller.name})
      returning ${viewColumns(transaction)}`;
    if (made === undefined) throw new Error('insert into saved_view returned no row');
    note.target = made.id;
    return toView(made, call);
  });
};

export const updateView: Verb<'UpdateView'> = async ({ database }, call) => {
  const { params, body, caller, note } = call;
  note.detail = Object.keys(body).join(', ') || 'nothing';
  return inTransaction(database, async (transaction) => {
    if (body.place !== undefined) await holdLock(transaction, 'views'); // before the lock of a row, as all others do
    const before = await changeableView(transaction, call, params.id);
    if (before === undefined) throw new TaskdeckError('ViewNotFound', `there is no view "${params.id}"`);
    const { place, ...shown } = body;
    if (place !== undefined) await moveTo(transaction, before, place);
    if (Object.keys(shown).length === 0) return toView(before, call);
    const [after] = await transaction<ViewRow[]>`
      update saved_view set name = ${shown.name ?? before.name}, filter = ${shown.filter ?? before.filter},
        settings = ${shown.settings === undefined ? before.settings : JSON.stringify(shown.settings)}::text::json,
        is_shared = ${shown.isShared ?? before.isShared}, version = version + 1, modified_on = now(),
        modified_by = ${caller.name}
      where id = ${params.id} returning ${viewColumns(transaction)}`;
    if (after === undefined) throw new Error('update of saved_view returned no row');
    return toView(after, call);
  });
};

/** 204 whether or not there was one. */
export const deleteView: Verb<'DeleteView'> = async ({ database }, call) => {
  const { params, note } = call;
  await inTransaction(database, async (transaction) => {
    const before = await changeableView(transaction, call, params.id);
    note.detail = before === undefined ? 'there was none' : 'deleted';
    if (before !== undefined) await transaction`delete from saved_view where id = ${params.id}`;
    else requireNoCondition(call, `view "${params.id}"`);
  });
};

/**
 * Returns a view that the caller may change, locked, or `undefined` when there is none that the caller sees. Throws
 * `InsufficientScope`, `PreconditionFailed`.
 */
async function changeableView(
  transaction: Transaction,
  call: Pick<Call, 'caller' | 'may' | 'ifMatch'>,
  id: string,
): Promise<ViewRow | undefined> {
  const [row] = await transaction<ViewRow[]>`
    select ${viewColumns(transaction)} from saved_view where id = ${id} for update`;
  if (
    row === undefined ||
    !(isOwn(row, call) || (row.isShared && call.caller.bounds === undefined)) ||
    missingScopes(row.list, call).length > 0
  )
    return undefined;
  if (!canChange(row, call)) {
    const needed = fullScope('operators/manage');
    throw new TaskdeckError('InsufficientScope', `the view belongs to somebody else; changing it needs ${needed}`);
  }
  requireMatch(call.ifMatch, row.version, `the view "${row.name}" was changed by ${row.modifiedBy}`);
  return row;
}

async function moveTo(transaction: Transaction, { id, owner }: ViewRow, place: number): Promise<void> {
  const ids = (await placesOf(transaction, owner)).filter((other) => other !== id).toSpliced(place, 0, id);
  await transaction`
    update saved_view v set place = given.place - 1
    from unnest(${ids}::uuid[]) with ordinality as given (id, place) where v.id = given.id`;
}

/** Returns the ids of the views of an owner in their order. */
async function placesOf(transaction: Transaction, owner: string): Promise<string[]> {
  const rows = await transaction<{ id: string }[]>`select id from saved_view where owner = ${owner} order by place, id`;
  return rows.map(({ id }) => id);
}
