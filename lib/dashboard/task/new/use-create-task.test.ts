// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { leaveBy } from '@/components/shell/use-leave-guard.ts';
import { emptyForm } from '@/components/task/new/new-task-form.ts';
import type { ActionResult } from '../../access/action.ts';
import { type ShownHook, showHook } from '../../testing/show-hook.ts';
import type { createTask } from './actions.ts';
import { useCreateTask } from './use-create-task.ts';

type Sent = Parameters<typeof createTask>[0];
const outside = vi.hoisted(() => ({ create: vi.fn(), push: vi.fn() }));
/** The server action runs on the server of the dashboard, and the router in Next.js. */
vi.mock('./actions.ts', () => ({ createTask: outside.create }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: outside.push }) }));

let sent: Sent[];
let result: ActionResult<string> | Error;
let page: ShownHook<ReturnType<typeof useCreateTask>>;

beforeEach(async () => {
  sessionStorage.clear();
  outside.push.mockClear();
  [sent, result] = [[], { ok: true, value: 'order/17' }];
  outside.create.mockImplementation(async (request: Sent) => {
    sent.push(request);
    if (result instanceof Error) throw result;
    return result;
  });
  page = await showHook(() => useCreateTask(emptyForm, { draftName: 'new-task', kind: 'task' }));
});

const submit = (isInputValid = true) => act(async () => page.now.submit({ isInputValid }));
const write = () => act(async () => page.now.change({ type: 'sample.sum', input: '{"terms":[1]}' }));

it('sends nothing while something is wrong, and says what', async () => {
  expect(page.now.errors.type, 'not before it is tried').toBeUndefined();
  await submit();
  expect(page.now.errors.type).toBeDefined();
  await write();
  await submit(false);
  expect(sent).toEqual([]);
});

it('creates the task, forgets the draft and opens it', async () => {
  await write();
  await submit();
  expect(sent.map(({ config }) => JSON.parse(config))).toEqual([{ type: 'sample.sum', input: { terms: [1] } }]);
  expect(outside.push).toHaveBeenCalledWith('/tasks/order%2F17');
  page.end();
  page = await showHook(() => useCreateTask(emptyForm, { draftName: 'new-task', kind: 'task' }));
  expect(page.now.isRestored).toBe(false);
});

it('puts what the service refused at its field, keeps the draft, and sends the same again under the same key', async () => {
  result = new TypeError('fetch failed');
  await write();
  await submit();
  expect(page.now.problem?.code).toBe('Unreachable');
  const errors = [{ pointer: '/queue', message: 'No such queue.' }];
  result = { ok: false, problem: { code: 'InvalidRequest', detail: 'No.', errors } };
  await submit();
  expect(page.now).toMatchObject({ isSending: false, problem: { detail: 'No.' }, errors: { queue: 'No such queue.' } });
  expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey);
  expect(outside.push).not.toHaveBeenCalled();
  page.end();
  page = await showHook(() => useCreateTask(emptyForm, { draftName: 'new-task', kind: 'task' }));
  expect(page.now).toMatchObject({ isRestored: true, form: { type: 'sample.sum' } });
});

it('asks before a link leaves an unsent form, and follows it when told to', async () => {
  const link = document.body.appendChild(document.createElement('a'));
  link.href = '/state?search=a';
  link.addEventListener('click', (event) => event.preventDefault()); // jsdom goes nowhere
  await act(async () => link.click());
  expect(page.now.isLeaving).toBe(false);
  await write();
  await act(async () => link.click());
  expect(page.now.isLeaving).toBe(true);
  await act(async () => page.now.stay());
  expect(page.now.isLeaving).toBe(false);
  const go = vi.fn();
  await act(async () => leaveBy(go));
  expect([page.now.isLeaving, go.mock.calls.length], 'a page chosen by a key').toEqual([true, 0]);
  await act(async () => link.click());
  await act(async () => page.now.leave());
  expect(outside.push).toHaveBeenCalledWith('/state?search=a');
  leaveBy(go);
  expect(go, 'nothing is unsaved any more').toHaveBeenCalledOnce();
  link.remove();
});
