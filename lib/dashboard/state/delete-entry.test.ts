import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RealService, startRealService } from '../../client/testing/real-service.ts';
import { performAction } from '../access/perform-action.ts';
import { ownHeaders } from '../access/testing/stand-in.ts';
import { type DeleteEntryInput, deleteEntryInput, deleteSeenEntry, deleteShownEntry } from './delete-entry.ts';

let service: RealService;
beforeAll(async () => {
  service = await startRealService();
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

/** The action as an operator of the real service calls it. */
async function deleteEntry(seen: Omit<DeleteEntryInput, 'idempotencyKey'>, idempotencyKey = crypto.randomUUID()) {
  const operator = { id: 'op-1', email: service.email, name: 'Ada' };
  const signedIn = {
    operator,
    scopes: [],
    bounds: undefined,
    mustChangePassword: false,
    mustAddPasskey: false,
    client: service.connect(),
    clientIn: () => service.connect(),
  };
  const admit = async () => signedIn;
  const admitWithToken = async () => ({ token: service.accessToken, nextToken: async () => service.accessToken });
  const gate = { identify: admit, admit, admitWithToken, forgetAccess: async () => undefined };
  const call = { headers: await ownHeaders(), given: { ...seen, idempotencyKey }, rethrow: () => undefined };
  return performAction(gate, call, deleteEntryInput, deleteSeenEntry);
}

it('deletes the version that is shown, and gives back what undoes it', async () => {
  const state = service.connect().getStateClient();
  const shown = { storeName: 'shop', id: 'a' };
  const { etag } = await state.saveStateAsync('shop', { id: 'a', value: 1 });
  const outcome = await deleteShownEntry({ ...shown, etag }, deleteEntry);
  expect(outcome).toEqual({ kind: 'deleted', receipt: expect.any(String) });
  await expect(state.getStateAsync('shop', 'a')).rejects.toMatchObject({ statusCode: 404 });
  if (outcome.kind === 'deleted' && outcome.receipt !== undefined) await state.undoStateAsync('shop', outcome.receipt);
  expect((await state.getStateAsync('shop', 'a')).value).toBe(1);
});

it('deletes once when the first answer is lost', async () => {
  const state = service.connect().getStateClient();
  const { etag } = await state.saveStateAsync('shop', { id: 'twice', value: 1 });
  const key = crypto.randomUUID();
  const again = () => deleteShownEntry({ storeName: 'shop', id: 'twice', etag }, (seen) => deleteEntry(seen, key));
  await again();
  expect(await again()).toMatchObject({ kind: 'deleted' });
});

it('keeps an entry that was changed since it was shown', async () => {
  const state = service.connect().getStateClient();
  const { etag } = await state.saveStateAsync('shop', { id: 'b', value: 1 });
  await state.saveStateAsync('shop', { id: 'b', value: 2 });
  expect(await deleteShownEntry({ storeName: 'shop', id: 'b', etag }, deleteEntry)).toEqual({
    kind: 'kept',
    reason: expect.stringContaining('changed in the meantime'),
    isChanged: true,
  });
  expect((await state.getStateAsync('shop', 'b')).value).toBe(2);
});

it('says that an entry is no longer there when someone else deleted it since it was shown', async () => {
  const state = service.connect().getStateClient();
  const { etag } = await state.saveStateAsync('shop', { id: 'e', value: 1 });
  await state.deleteStateAsync('shop', 'e');
  expect(await deleteShownEntry({ storeName: 'shop', id: 'e', etag }, deleteEntry)).toMatchObject({
    kind: 'kept',
    reason: expect.stringContaining('changed in the meantime'),
  });
});

it('says why else an entry is kept', async () => {
  const answer = { ok: false, problem: { code: 'InsufficientScope', detail: 'It needs state/delete.' } } as const;
  expect(await deleteShownEntry({ storeName: 'shop', id: 'c', etag: '"1"' }, async () => answer)).toEqual({
    kind: 'kept',
    reason: 'It needs state/delete.',
    isChanged: false,
  });
});

it.each(['', '*', undefined])('is asked for no version by the condition %j', async (ifMatch) => {
  const given = {
    storeName: 'shop',
    id: 'd',
    idempotencyKey: crypto.randomUUID(),
    ...(ifMatch === undefined ? {} : { ifMatch }),
  };
  expect(deleteEntryInput.safeParse(given).success).toBe(false);
});
