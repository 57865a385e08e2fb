import {
  isTaskdeckError,
  mapInTurns,
  type Operation,
  type OperationName,
  type Operations,
  operations,
  type StateFailure,
  type StateResponse,
  TaskdeckError,
} from '#contract';
import { findSecret } from '#engine';
import type { EntryAddress, StoreAddress } from '#state';
import { lockReader } from '../locks/reader.ts';
import { readQuotasOf } from '../quotas/read.ts';
import { hidesBlob, seeChangedState } from '../records/see-state.ts';
import { seeStore } from '../records/see-store.ts';
import { seeChangedTask } from '../records/see-task.ts';
import type { Service } from '../service.ts';
import { entryOf, storeOf } from '../state/address.ts';
import type { Call, Verb } from '../verb.ts';
import type { Done } from './idempotency.ts';

/** Returns the current state of a change's target. */
type Again = (service: Service, call: Call, done: Done) => Promise<unknown>;

/** The operations whose `replay` in the table is `now`. */
type ReplayedAsNow = {
  [Name in OperationName]: Operations[Name] extends { replay: 'now' } ? Name : never;
}[OperationName];

/** A verb that is also told what is known of the change. */
type VerbAgain<Name extends OperationName> = (
  ...given: [...Parameters<Verb<Name>>, done: Done]
) => ReturnType<Verb<Name>>;

/**
 * Answers a retry of a change that was made and whose answer was lost: with the current state, and without a receipt,
 * which only the lost answer had. A missing or superfluous operation does not compile.
 */
const now: { [Name in ReplayedAsNow]: VerbAgain<Name> } = {
  SaveState: (service, call) => savedNow(service, call, entryOf(call)),
  UploadBlob: async ({ state }, call) => {
    const { read: _, sensitive, ...blob } = await state.openBlob(entryOf(call));
    if (!call.may('state/read') || (hidesBlob(sensitive) && !call.may('sensitive/read')))
      throw new TaskdeckError(
        'InsufficientScope',
        'the first answer was lost, and this caller may not read the blob as it is now: read the entry as somebody who may',
      );
    const { version } = await state.get(entryOf(call), { includeValue: false });
    return { ...blob, version };
  },
  SaveBulkState: async (service, call, { refused }) => {
    const found = await entriesNow(
      service,
      call,
      call.body.entries.map(({ id }) => id),
    );
    return {
      outcomes: call.body.entries.map(({ id }, index) => {
        const code = refused.get(index);
        if (code !== undefined) return { failure: refusedThen('upsert', index, id, code) };
        const state = found.get(id);
        return state === undefined ? { failure: gone(index, id) } : { state };
      }),
    };
  },
  DeleteBulkState: async (service, call, { refused }) => {
    const found = await entriesNow(
      service,
      call,
      call.body.deletes.map(({ id }) => id),
    );
    return {
      outcomes: call.body.deletes.map(({ id }, index) => {
        const code = refused.get(index);
        if (code === undefined) return { id, isDeleted: !found.has(id) };
        return { id, isDeleted: false, failure: refusedThen('delete', index, id, code) };
      }),
    };
  },
  BulkTransaction: async (service, call) => {
    const found = await entriesNow(
      service,
      call,
      call.body.upserts.map(({ id }) => id),
    );
    return { upserted: call.body.upserts.flatMap(({ id }) => found.get(id) ?? []) };
  },
  RestoreState: (service, call) => savedNow(service, call, { ...storeOf(call), id: call.body.id }),
  AcquireLock: async ({ engine }, { namespace, params, body, caller }, done) => {
    const lock = await engine.getLock({ namespace, name: params.name }, lockReader(caller));
    if (lock.fencingToken === (body?.fencingToken ?? done.fencingToken)) return lock;
    throw new TaskdeckError('LockLost', `lock "${params.name}" was acquired then; now ${lock.owner} holds it`);
  },
  SetSecret: async ({ database }, { params: { name } }) => {
    const secret = await findSecret(database, name);
    if (secret !== undefined) return secret;
    throw new TaskdeckError('SecretNotFound', `the first answer was lost: "${name}" was set, and is gone by now`);
  },
  SetQuota: async (service, { params: { owner } }) => {
    const [quota] = await readQuotasOf(service, [owner]);
    if (quota !== undefined) return quota;
    throw new TaskdeckError('OwnerNotFound', `the first answer was lost: the limits of ${owner} were set`);
  },
  SetStorePolicy: async ({ state }, call) => seeStore(call, await state.getStore(storeOf(call))),
  UndoState: async () => ({ restored: [], removed: [] }),
  PauseBulkOperation: ({ engine }, { params }) => engine.getBulkOperation(params.id),
  ResumeBulkOperation: ({ engine }, { params }) => engine.getBulkOperation(params.id),
  StopBulkOperation: ({ engine }, { params }) => engine.getBulkOperation(params.id),
};

/** Returns how an operation of `onceForKey` answers a retry whose first answer was lost. */
export function againOf(name: OperationName): Again {
  const { replay }: Operation = operations[name];
  if (replay === 'now') return trustVerb(now, name);
  if (replay === 'stored') return notKept;
  return replay === 'task' ? taskNow : nothing;
}

const taskNow: Again = async ({ engine }, call) => seeChangedTask(call, await engine.getTask(taskIdOf(call)));
const nothing: Again = async () => undefined;
const notKept: Again = async () => {
  throw new TaskdeckError('IdempotencyKeyReused', 'this request was done, and its answer was not kept');
};

function taskIdOf({ params }: Call): string {
  if (typeof params === 'object' && params !== null && 'id' in params && typeof params.id === 'string')
    return params.id;
  throw new TypeError('a command on a task names it in its path');
}

function storeIn({ params, namespace }: Call): StoreAddress {
  if (typeof params === 'object' && params !== null && 'storeName' in params && typeof params.storeName === 'string')
    return { namespace, storeName: params.storeName };
  throw new TypeError('a change of several entries names their store in its path');
}

/** Throws `StateNotFound`, which tells that the entry was saved, when it is gone by now. */
async function savedNow({ state }: Service, call: Call, entry: EntryAddress): Promise<StateResponse> {
  try {
    return await seeChangedState(call, await state.get(entry));
  } catch (error) {
    if (!isTaskdeckError(error) || error.code !== 'StateNotFound') throw error;
    throw new TaskdeckError('StateNotFound', `the first answer was lost: "${entry.id}" was saved, and is gone by now`);
  }
}

/** Returns entries of the store of a call, without their values, as the caller may see them. Those that are gone are not among them. */
export async function entriesNow(
  { state }: Service,
  call: Call,
  ids: readonly string[],
): Promise<Map<string, StateResponse>> {
  if (ids.length === 0) return new Map();
  const { value } = await state.bulkGet(storeIn(call), { ids: [...ids], includeValue: false });
  return new Map(await mapInTurns(value, async (entry) => [entry.id, await seeChangedState(call, entry)]));
}

function gone(index: number, id: string): StateFailure {
  const message = `the first answer was lost, and there is no entry "${id}" now`;
  return { operation: 'upsert', index, id, code: 'StateNotFound', message };
}

function refusedThen(
  operation: StateFailure['operation'],
  index: number,
  id: string,
  code: StateFailure['code'],
): StateFailure {
  return { operation, index, id, code, message: `"${id}" was refused; the first answer, which said why, was lost` };
}

/** A verb accepts what its own operation's schemas parse, and it is found by the operation's name. */
function trustVerb(verbs: Record<string, unknown>, name: OperationName): Again {
  return verbs[name] as Again;
}
