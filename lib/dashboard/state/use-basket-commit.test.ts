// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { StateFailure } from '#contract';
import type { Basket } from '@/components/state/edit/basket.model.ts';
import type { ActionResult } from '../access/action.ts';
import { type ShownHook, showHook } from '../testing/show-hook.ts';
import type { commitBasket } from './edit-actions.ts';
import { useBasketCommit } from './use-basket-commit.ts';

type Sent = Parameters<typeof commitBasket>[0];
const service = vi.hoisted(() => ({ commit: vi.fn() }));
/** The server action runs on the server of the dashboard. */
vi.mock('./edit-actions.ts', () => ({ commitBasket: service.commit }));

const basket: Basket = [
  { kind: 'save', id: 'a', save: { id: 'a', value: '{"n":1}', ifMatch: '"3"' }, bytes: 7, version: 3 },
  { kind: 'delete', id: 'b', ifMatch: '"4"', version: 4 },
];
const failure = (id: string): StateFailure => ({
  operation: 'upsert',
  index: 0,
  id,
  code: 'PreconditionFailed',
  message: 'The entry has changed.',
});

let given: Basket;
let committed: { ids: string[]; receipt: string | undefined }[];
let answer: (result: ActionResult<{ receipt: string | undefined }>) => void;
let sent: Sent[];
let shown: ShownHook<ReturnType<typeof useBasketCommit>>;

beforeEach(async () => {
  [given, committed, sent] = [basket, [], []];
  service.commit.mockImplementation((request: Sent) => {
    sent.push(request);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  shown = await showHook(() =>
    useBasketCommit({ storeName: 'shop', basket: given, onCommitted: (done) => committed.push(done) }),
  );
});

const commit = () => act(async () => void shown.now.commit());
const refuse = (failures: readonly StateFailure[]) =>
  act(async () => answer({ ok: false, problem: { code: 'PreconditionFailed', detail: 'Refused.', failures } }));

it('sends all operations as one transaction, once, and tells what was committed', async () => {
  await commit();
  expect(shown.now.isBusy).toBe(true);
  await commit();
  expect(sent).toEqual([
    {
      storeName: 'shop',
      upserts: [{ id: 'a', value: '{"n":1}', ifMatch: '"3"' }],
      deletes: [{ id: 'b', ifMatch: '"4"' }],
      idempotencyKey: expect.any(String),
    },
  ]);
  await act(async () => answer({ ok: true, value: { receipt: 'r' } }));
  expect(committed).toEqual([{ ids: ['a', 'b'], receipt: 'r' }]);
  expect(shown.now).toMatchObject({ isBusy: false, problem: undefined });
});

it('names the operations that were refused until they change, and commits nothing', async () => {
  await commit();
  await refuse([failure('a'), failure('b'), failure('not in it')]);
  expect(committed).toEqual([]);
  expect([...(shown.now.failures?.keys() ?? [])]).toEqual(['a', 'b']);
  await act(async () => shown.now.settle('a'));
  expect([...(shown.now.failures?.keys() ?? [])]).toEqual(['b']);
  expect(shown.now.problem?.detail).toBe('Refused.');
  await act(async () => shown.now.forget());
  expect(shown.now).toMatchObject({ problem: undefined, failures: undefined });
});

it('sends the same basket under the same key, so that a lost answer is no second commit, and another one under its own', async () => {
  service.commit.mockImplementation(async (request: Sent) => {
    sent.push(request);
    throw new TypeError('fetch failed');
  });
  const lose = async (tries: number) => {
    await commit();
    await vi.waitFor(() => expect(sent, 'each press is sent once more').toHaveLength(tries), 3_000);
  };
  await lose(2);
  await vi.waitFor(() => expect(shown.now.problem?.code).toBe('Unreachable'));
  await lose(4);
  given = basket.slice(0, 1);
  await shown.again();
  await lose(6);
  const keys = sent.map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(keys[4]).not.toBe(keys[0]);
});

it('commits the same basket again under another key after it was committed', async () => {
  for (let times = 0; times < 2; times += 1) {
    await commit();
    await act(async () => answer({ ok: true, value: { receipt: 'r' } }));
  }
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
});

it('does not send an empty basket', async () => {
  given = [];
  await shown.again();
  await commit();
  expect(sent).toEqual([]);
  expect(shown.now.size.problem).toBe('The basket is empty.');
});
