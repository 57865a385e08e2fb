import { fullScope, type Scope, TaskdeckError, type View, type ViewList, viewLists } from '#contract';
import { type Database, entityTag, readStored, type Transaction } from '#database';
import { ownerOf } from '../access/caller.ts';
import type { Call } from '../verb.ts';

export type ViewRow = {
  id: string;
  owner: string;
  ownerName: string;
  list: ViewList;
  storeName: string | null;
  name: string;
  filter: string;
  settings: string;
  isShared: boolean;
  place: number;
  version: number;
  modifiedOn: string;
  modifiedBy: string;
};

/** The columns of `ViewRow`. */
export const viewColumns = (database: Database | Transaction) => database`
  id, owner, owner_name as "ownerName", list, store_name as "storeName", name, filter, settings, is_shared as "isShared",
  place, version, modified_on as "modifiedOn", modified_by as "modifiedBy"`;

type Rights = Pick<Call, 'caller' | 'may'>;

export const isOwn = (row: Pick<ViewRow, 'owner'>, { caller }: Rights) => row.owner === ownerOf(caller);

/** A shared view is also changed by those who manage operators. */
export const canChange = (row: Pick<ViewRow, 'owner' | 'isShared'>, call: Rights) =>
  isOwn(row, call) || (row.isShared && call.may('operators/manage'));

export function toView(row: ViewRow, call: Rights): View {
  return {
    id: row.id,
    list: row.list,
    ...(row.storeName === null ? {} : { storeName: row.storeName }),
    name: row.name,
    filter: row.filter,
    settings: readStored<View['settings']>(row.settings),
    isShared: row.isShared,
    isOwn: isOwn(row, call),
    canChange: canChange(row, call),
    ownerName: row.ownerName,
    etag: entityTag(row.version),
    modifiedOn: row.modifiedOn,
    modifiedBy: row.modifiedBy,
  };
}

/** Scopes that a caller lacks to read a list. */
export function missingScopes(list: ViewList, { may }: Pick<Call, 'may'>): Scope[] {
  return viewLists[list].filter((scope) => !may(scope));
}

/** Throws `InsufficientScope` when the caller may not read a list. */
export function requireList(list: ViewList, call: Pick<Call, 'may'>): void {
  const [missing] = missingScopes(list, call);
  if (missing !== undefined)
    throw new TaskdeckError('InsufficientScope', `the list ${list} needs the scope ${fullScope(missing)}`);
}

/** Returns the lists that a caller may read. */
export function readableLists(call: Pick<Call, 'may'>): ViewList[] {
  return (Object.keys(viewLists) as ViewList[]).filter((list) => missingScopes(list, call).length === 0);
}
