import {
  type AskedFor,
  assertSensitivePointersKept,
  counted,
  filterWords,
  limits,
  operations,
  parseJson,
  type Scope,
  type Store,
  statusCountWords,
  stringifyJson,
  TaskdeckError,
} from '#contract';
import { findSecret } from '#engine';
import { requireUsablePolicy } from '#state';
import { requireInside } from '../access/bounds.ts';
import { requireBulkStepScope, stepScopesOf } from '../bulk/rights.ts';
import { selectionInside } from '../bulk/within-bounds.ts';
import { inLongTurn } from '../callers/in-turn.ts';
import { requireBounded } from '../http/stages/keep-within-bounds.ts';
import { seeStore } from '../records/see-store.ts';
import type { Service } from '../service.ts';
import type { Call } from '../verb.ts';
import { type Act, storeNameOf } from './act.ts';
import { withEntityTags } from './entity-tags.ts';

type ActOf<Name extends Act['operation']> = Extract<Act, { operation: Name }>;
type Asking = Pick<Call, 'may' | 'caller' | 'signal' | 'outOfTurn' | 'noteShown'>;

/** What the change asks of the one thing that it acts on, as `If-Match` and `If-None-Match` do. */
export type Condition = Pick<Call, 'ifMatch' | 'mustExist' | 'mustNotExist'>;

export const noCondition: Condition = { ifMatch: undefined, mustExist: false, mustNotExist: false };

/**
 * What an act would do now. `basis` is what it acts on: when it is another one at the grant, the act is refused. `frozen` is
 * the act for just these things, and `condition` what it asks of them, whatever is changed while it is performed.
 */
export type Described = { act: Act; shown: AskedFor; basis: string; frozen?: Act; condition?: Condition };

const idsShown = 1_000;

/** Reads what an act would do. Throws what the act would throw for what it acts on, also when that is outside of bounds. */
export async function describeAct(service: Service, asking: Asking, act: Act): Promise<Described> {
  const { caller } = asking;
  requireBounded(operations[act.operation], caller);
  const storeName = storeNameOf(act);
  if (storeName !== undefined) requireInside(caller.bounds, 'stores', storeName);
  if (act.operation === 'SetSecret' || act.operation === 'DeleteSecret') return ofSecret(service, act);
  if (act.operation === 'SetStorePolicy') return ofPolicy(service, asking, act);
  return act.operation === 'DeleteBulkState' ? ofEntries(service, act) : ofTasks(service, asking, act);
}

/** The scopes that an act takes, of who asks and of who answers: those of the operation, and to see what is shown. */
export function neededBy(act: Act): Scope[] {
  const { operation } = act;
  const more: readonly Scope[] =
    operation === 'CreateBulkOperation'
      ? ['tasks/delete', ...stepScopesOf(act.body)]
      : operation === 'SetStorePolicy' || operation === 'DeleteBulkState'
        ? ['state/read']
        : [];
  return [...operations[operation].scopes, ...more];
}

async function ofSecret({ database }: Service, act: ActOf<'SetSecret' | 'DeleteSecret'>): Promise<Described> {
  const { name } = act.params;
  const now = await findSecret(database, name);
  const before = now && rulesOf(now);
  const basis = now?.lastModifiedOn ?? '';
  const condition = asIn(now?.etag);
  requireShown(act, now?.etag, `the secret "${name}"`);
  if (act.operation === 'DeleteSecret') {
    const shown = {
      what: `Delete the secret ${name}`,
      facts: now === undefined ? ['There is none of this name.'] : [],
    };
    return { act, shown: { ...shown, ...(before && { before }) }, basis, condition };
  }
  if (now !== undefined && act.ifNoneMatch === '*')
    throw new TaskdeckError('PreconditionFailed', `there is a secret "${name}" already`);
  const shown = {
    what: `${now === undefined ? 'Create' : 'Replace'} the secret ${name}`,
    facts: ['It gets another value, which nobody sees.', 'It may be used and sent like this:'],
    ...(before && { before }),
    after: rulesOf(act.body),
  };
  return { act, shown, basis, condition };
}

/** Throws `PreconditionFailed` unless the one thing that an act changes is as who asks was shown it. */
function requireShown({ ifMatch }: { ifMatch?: string | undefined }, now: string | undefined, what: string): void {
  if (ifMatch === undefined || ifMatch === now) return;
  throw new TaskdeckError('PreconditionFailed', `${what} ${now === undefined ? 'is gone' : 'has changed since'}`);
}

/** That something still has this entity tag, or is still missing. */
const asIn = (etag: string | undefined): Condition => ({
  ...noCondition,
  ifMatch: etag,
  mustNotExist: etag === undefined,
});

type Rules = { types?: string[] | undefined; queues?: string[] | undefined; hosts: string[] };

function rulesOf({ types, queues, hosts }: Rules) {
  return { types: types ?? 'every type', queues: queues ?? 'every queue', hosts };
}

async function ofPolicy(service: Service, asking: Asking, act: ActOf<'SetStorePolicy'>): Promise<Described> {
  const { storeName } = act.params;
  await requireUsablePolicy(act.body, '/body');
  const store = await storeNow(service, asking, storeName);
  requireShown(act, store?.policyEtag, `the policy of the store "${storeName}"`);
  const before = store?.policy ?? {};
  if (!asking.may('sensitive/read')) assertSensitivePointersKept(before.sensitive ?? [], act.body.sensitive ?? []);
  const shown = {
    what: `Set the policy of the store ${storeName}`,
    facts: [],
    before: jsonOf(before),
    after: jsonOf(act.body),
  };
  return { act, shown, basis: stringifyJson(before), condition: asIn(store?.policyEtag) };
}

/** Without the members that are `undefined`. */
const jsonOf = (value: unknown) => parseJson(stringifyJson(value));

async function storeNow({ state }: Service, asking: Asking, storeName: string): Promise<Store | undefined> {
  try {
    return seeStore(asking, await state.getStore({ namespace: '', storeName }));
  } catch (error) {
    if (error instanceof TaskdeckError && error.code === 'StoreNotFound') return undefined;
    throw error;
  }
}

async function ofEntries(service: Service, act: ActOf<'DeleteBulkState'>): Promise<Described> {
  const { storeName } = act.params;
  const deletes = await withEntityTags(service, storeName, act.body.deletes);
  const ids = deletes.map(({ id }) => id);
  const what = `Delete ${counted(ids.length, 'entry', 'entries')} of the store ${storeName}`;
  const facts = ['Only entries that are still as they were when this was asked for.'];
  const shown = { what, facts, actsOn: { storeName, ...shortened(ids) } };
  return { act: { ...act, body: { deletes } }, shown, basis: '' };
}

async function ofTasks(service: Service, asking: Asking, act: ActOf<'CreateBulkOperation'>): Promise<Described> {
  const { action, selection, reason } = act.body;
  if (action.kind !== 'delete')
    throw new TaskdeckError('InvalidRequest', 'only a bulk operation that deletes needs to be asked for', {
      details: [{ pointer: '/body/action/kind', message: 'allowed: delete' }],
    });
  requireBulkStepScope(asking, act.body);
  const reached = await selectionInside(service.engine, asking, selection);
  const { total, isCut, byStatus, byType } = await inLongTurn(asking, (signal) =>
    service.engine.previewBulkOperation({ action, selection: reached }, { signal }),
  );
  const facts = [
    selectionWords(selection),
    ...byStatus.map(statusCountWords),
    ...byType.map(({ type, count }) => `${count} of type ${type}`),
    ...(action.force === true ? ['Tasks that have not ended are canceled first.'] : []),
    ...(reason === undefined ? [] : [`Reason of the operation: ${reason}`]),
  ];
  const what = `Delete ${counted(total, 'task')}`;
  const most = limits.bulkPreviewTasks;
  const selected = isCut ? undefined : await inLongTurn(asking, () => service.engine.findSelectedTasks(reached, most));
  if (selected === undefined)
    throw new TaskdeckError('InvalidRequest', `a request is for at most ${most} tasks, each of which is compared`, {
      details: [{ pointer: '/body/selection', message: `matches more than ${most} tasks, or too slowly: narrow it` }],
    });
  if (selected.ids.length === 0) return { act, shown: { what, facts }, basis: String(total) };
  const frozen = { ...act, body: { ...act.body, selection: { ids: selected.ids } } };
  const shown = { what, facts, actsOn: shortened(selected.ids) };
  return { act, shown, basis: `${total} ${selected.fingerprint}`, frozen };
}

function selectionWords(selection: ActOf<'CreateBulkOperation'>['body']['selection']): string {
  if ('ids' in selection) return 'Tasks that were chosen one by one';
  if ('operation' in selection)
    return `Tasks of the operation ${selection.operation} with the result ${selection.results.join(' or ')}`;
  const conditions = filterWords(selection.filter);
  return conditions.length === 0 ? 'All tasks' : `Tasks with ${conditions.join(', ')}`;
}

function shortened(ids: readonly string[]): { ids: string[]; total: number } {
  return { ids: ids.slice(0, idsShown), total: ids.length };
}
