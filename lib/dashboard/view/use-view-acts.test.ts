// @vitest-environment jsdom
import { act } from 'react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { View } from '#contract';
import { showToastsWith } from '@/components/ui/toast.ts';
import { answerReads, type ShownHook, showHook } from '../testing/show-hook.ts';
import { useViewActs } from './use-view-acts.ts';
import { useViews } from './use-views.ts';

const service = vi.hoisted(() => ({ create: vi.fn(), update: vi.fn(), remove: vi.fn() }));
/** The server actions run on the server of the dashboard. */
vi.mock('./actions.ts', () => ({ createView: service.create, updateView: service.update, deleteView: service.remove }));

const view = { id: 'v', etag: '"3"', name: 'Late orders', filter: 'status:failed' } as View; // they read no more of it
const content = { list: 'tasks' as const, filter: 'status:waiting', settings: {} };
const refused = (code: string, detail: string) => ({ ok: false, problem: { code, detail } });
let told: string[][];
let asked: string[];
let acts: ShownHook<ReturnType<typeof useViewActs>>;

beforeAll(() => showToastsWith((kind, title, { description }) => told.push([kind, title, description ?? ''])));
beforeEach(async () => {
  told = [];
  for (const one of Object.values(service)) one.mockReset().mockResolvedValue({ ok: true });
  ({ asked } = answerReads(() => []));
  acts = await showHook(() => {
    useViews();
    return useViewActs();
  });
  asked.length = 0;
});

it('saves what a list shows on the version that is known, and reads the views again', async () => {
  await act(async () => acts.now.save(view, content));
  expect(service.update).toHaveBeenCalledWith({
    id: 'v',
    update: { filter: 'status:waiting', settings: {} },
    ifMatch: '"3"',
    idempotencyKey: expect.any(String),
  });
  expect(told).toEqual([['success', 'View saved', 'Late orders']]);
  expect(asked).toEqual(['/api/views']);
});

it('replaces nothing that somebody else has saved meanwhile, and says how to', async () => {
  service.update.mockResolvedValue(refused('PreconditionFailed', 'It has changed'));
  await act(async () => acts.now.save(view, content));
  expect(told).toEqual([['error', 'The view was not saved', 'It has changed. Save again to replace that.']]);
  expect(asked, 'the next save is on the newest version').toEqual(['/api/views']);
});

it('does not say that nothing was saved when it is not known', async () => {
  service.update.mockRejectedValue(new TypeError('Failed to fetch'));
  await act(async () => acts.now.save(view, content));
  await act(async () => acts.now.move(view, 2));
  expect(told.map(([, title]) => title)).toEqual([
    'It is not known whether the view was saved',
    'It is not known whether the view was moved',
  ]);
});

it('sends a view again under its first key until it is made', async () => {
  service.create.mockResolvedValueOnce(refused('InvalidInput', 'The name is taken.'));
  const name = { name: 'Stuck', isShared: false };
  const make = () => act(async () => acts.now.create(content, name));
  await make();
  await make();
  await make();
  const [first, again, next] = service.create.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);
  expect(again).toBe(first);
  expect(next, 'another view of the same content').not.toBe(first);
  expect(service.create.mock.calls[0]?.[0].view).toEqual({ ...content, ...name });
});

it('resolves with what went wrong', async () => {
  service.remove.mockResolvedValue(refused('ViewNotFound', 'It is gone.'));
  expect(await act(() => acts.now.remove(view))).toMatchObject({ code: 'ViewNotFound' });
  expect(await act(() => acts.now.rename(view, { name: 'New', isShared: true }))).toBeUndefined();
  const update = { name: 'New', isShared: true };
  const idempotencyKey = expect.any(String);
  expect(service.update).toHaveBeenCalledWith({ id: 'v', update, ifMatch: '"3"', idempotencyKey });
  expect(told, 'the dialog that asked says it').toEqual([]);
});
