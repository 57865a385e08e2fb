// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { BulkOperation, Scope } from '#contract';
import { showToastsWith } from '@/components/ui/toast.ts';
import { answerReads, type ShownHook, showHook } from '../testing/show-hook.ts';
import { useBulkCommands } from './use-bulk-commands.ts';
import { useBulkOperation } from './use-bulk-operation.ts';

const service = vi.hoisted(() => ({ command: vi.fn() }));
/** The server action runs on the server of the dashboard. */
vi.mock('./actions.ts', () => ({ commandBulk: service.command }));

const operation = (status: BulkOperation['status']) =>
  ({ id: 'b', action: { kind: 'rerun' }, status, endReason: 'Stopped by anna@example.com.' }) as BulkOperation; // they read no more of it
let status: BulkOperation['status'];
/** What the next answer waits for. It is of the time when it was asked for. */
let gate: Promise<void>;
let told: string[];
let shown: ShownHook<{ read: ReturnType<typeof useBulkOperation>; commands: ReturnType<typeof useBulkCommands> }>;

beforeAll(() => showToastsWith((_, title, { description }) => told.push(title, description ?? '')));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  [status, gate, told] = ['running', Promise.resolve(), []];
  answerReads(async () => {
    const answer = { operation: operation(status), causes: [] };
    await gate;
    return answer;
  });
  service.command.mockImplementation(async () => {
    status = 'paused';
    return { ok: true, value: operation(status) };
  });
});
afterEach(() => vi.useRealTimers());

async function show(...scopes: Scope[]): Promise<void> {
  shown = await showHook(() => {
    const read = useBulkOperation('b');
    return { read, commands: useBulkCommands(read.data?.operation) };
  }, scopes);
  await act(() => vi.advanceTimersByTimeAsync(0));
}
const statusShown = () => shown.now.read.data?.operation.status;
const pause = () => act(async () => shown.now.commands.onCommand('pause'));

it('shows what a command has made of the operation, also when an earlier read is answered later', async () => {
  await show('tasks/update');
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  await act(() => vi.advanceTimersByTimeAsync(500));
  await pause();
  expect(statusShown()).toBe('paused');
  await act(async () => resolve());
  expect(statusShown()).toBe('paused');
  expect(service.command).toHaveBeenCalledWith({ id: 'b', command: 'pause' });
});

it('says what was not done, and lets it be tried again', async () => {
  service.command.mockResolvedValue({ ok: false, problem: { code: 'BulkOperationNotFound', detail: 'It is gone.' } });
  await show('tasks/update');
  await pause();
  expect(told).toEqual(['The operation was not changed', 'It is gone.']);
  expect(shown.now.commands).toMatchObject({ isBusy: false, reason: undefined });
  expect(statusShown()).toBe('running');
});

it('says that an operation is stopped already, and by whom, to the one who was second', async () => {
  await show('tasks/update');
  service.command.mockImplementation(async () => {
    status = 'stopped';
    return {
      ok: false,
      problem: { code: 'InvalidTransition', detail: 'cannot stop bulk operation "b": it is stopped' },
    };
  });
  await act(async () => shown.now.commands.onCommand('stop'));
  expect(told).toEqual(['The operation is stopped already', 'Stopped by anna@example.com.']);
  expect(statusShown()).toBe('stopped');
});

it('finds out what became of a command whose answer was lost', async () => {
  await show('tasks/update');
  const problem = { code: 'Unreachable', detail: 'No answer came.' };
  service.command.mockImplementation(async () => ({ ok: false, problem }));
  await pause();
  expect(told).toEqual(['It is not known whether the operation was changed', 'No answer came.']);
  service.command.mockImplementation(async () => {
    status = 'paused';
    return { ok: false, problem };
  });
  await pause();
  expect(told.slice(2)).toEqual(['The operation is paused already', 'Paused: no task is acted on']);
});

it('names the scope of the action that is missing', async () => {
  await show('tasks/read');
  expect(shown.now.commands.reason).toContain('tasks/update');
});
