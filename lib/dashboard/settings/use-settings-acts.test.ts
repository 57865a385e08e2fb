// @vitest-environment jsdom
import { act } from 'react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { showToastsWith } from '@/components/ui/toast.ts';
import type { ActionResult } from '../access/perform-action.ts';
import { settleRequest, usePendingRequest } from '../approval/pending-request.ts';
import { type ShownHook, showHook } from '../testing/show-hook.ts';
import { useSettingsActs } from './use-settings-acts.ts';

type Shown = { acts: ReturnType<typeof useSettingsActs<string>>; pending: ReturnType<typeof usePendingRequest> };
const told = { title: 'Secret deleted', of: 'API_KEY' };
let happened: string[];
let shown: ShownHook<Shown>;

beforeAll(() => showToastsWith((kind, title, { description }) => happened.push(`${kind}: ${title}, ${description}`)));
beforeEach(async () => {
  happened = [];
  shown = await showHook(() => {
    const acts = useSettingsActs<string>(async () => void happened.push('read again'));
    return { acts, pending: usePendingRequest() };
  });
  await act(async () => shown.now.acts.begin('delete'));
});

const answer = (given: ActionResult<string>) => async () => given;
const refused = (code: 'PreconditionFailed' | 'ApprovalRequired') =>
  answer({ ok: false, problem: { code, detail: 'No.' } });

it('reads the list again before it closes, hands on what was made, and says what is done', async () => {
  const take = (value: string) => happened.push(`took ${value}, ${shown.now.acts.doing}`);
  const problem = await act(() => shown.now.acts.finish(answer({ ok: true, value: 'a key' }), told, take));
  expect(problem).toBeUndefined();
  expect(happened).toEqual(['read again', 'took a key, delete', 'success: Secret deleted, API_KEY']);
  expect(shown.now.acts.doing).toBeUndefined();
});

it('keeps the dialog open with what went wrong', async () => {
  const problem = await act(() => shown.now.acts.finish(refused('PreconditionFailed'), told));
  expect(problem).toMatchObject({ code: 'PreconditionFailed' });
  expect([shown.now.acts.doing, happened]).toEqual(['delete', []]);
});

it('closes when another person was asked, and says nothing of what is not done yet', async () => {
  const asks: string[] = [];
  const ask = async (reason: string): Promise<ActionResult<unknown>> => {
    asks.push(reason);
    return { ok: true, value: undefined };
  };
  const finished = shown.now.acts.finish(refused('ApprovalRequired'), told, undefined, ask);
  await act(async () => {});
  await act(async () => {
    await shown.now.pending?.('leaked');
    settleRequest('sent');
    expect(await finished).toBeUndefined();
  });
  expect(asks).toEqual(['leaked']);
  expect([shown.now.acts.doing, happened]).toEqual([undefined, []]);
});

it('stays open when nobody was asked, and says that nothing was done', async () => {
  const finished = shown.now.acts.finish(refused('ApprovalRequired'), told, undefined, answer({ ok: true, value: '' }));
  await act(async () => {});
  await act(async () => settleRequest('not sent'));
  expect(await finished).toMatchObject({
    code: 'ApprovalRequired',
    detail: expect.stringContaining('Nothing was done'),
  });
  expect([shown.now.acts.doing, happened]).toEqual(['delete', []]);
});

it('stays open with what has changed meanwhile, which a second person cannot be asked for', async () => {
  const finished = shown.now.acts.finish(refused('ApprovalRequired'), told, undefined, refused('PreconditionFailed'));
  await act(async () => {});
  await act(async () => settleRequest({ code: 'PreconditionFailed', detail: 'It has changed.' }));
  expect(await finished).toEqual({ code: 'PreconditionFailed', detail: 'It has changed.' });
  expect([shown.now.acts.doing, happened]).toEqual(['delete', []]);
});
