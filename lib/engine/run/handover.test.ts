import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endOfWork, Handover } from './handover.ts';
import type { RecordedStep } from './read-journal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const stepAt = (sequence: number, callOrder: string | null, more: Partial<RecordedStep> = {}): RecordedStep => ({
  ...{ task_key: 1, sequence, name: 'a', kind: 'step', status: 'succeeded', attempt: 1, attempts: null },
  ...{ output: null, error: null, started_ago: 4_000, wake_in: null, event_name: null, child_task_id: null },
  call_order: callOrder,
  ...more,
});

/** Asks for the turn of results, and says which had it. */
function turns(handover: Handover) {
  const had: number[] = [];
  const ask = (...results: number[]) => {
    for (const result of results) {
      const turn = handover.turnOf(result);
      if (turn === undefined) had.push(result);
      else void turn.then(() => had.push(result));
    }
    return settled();
  };
  const settled = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return had.splice(0);
  };
  return { ask, settled };
}

test('what a handler gets before a call is told once, unless it is the result of the call before alone', async () => {
  const handover = new Handover();
  const { ask } = turns(handover);
  handover.called(0);
  expect(await ask(0)).toEqual([0]);
  handover.called(1);
  expect(handover.untold).toBeNull();
  handover.called(2);
  expect(handover.tell()).toBe('2:');
  expect(handover.tell()).toBeNull();
  await ask(2, 1, endOfWork(1));
  handover.called(3);
  handover.called(4);
  expect(handover.untold).toBe('3:2,1,-2;4:');
  expect(handover.tell()).toBe('3:2,1,-2;4:');
});

test('what came before a step that was announced as running, and lost with its worker, is told by the next execution', async () => {
  const running = { status: 'running' } as const;
  const toldOf = async (last: RecordedStep) => {
    const handover = new Handover([stepAt(0, null, { kind: 'lock' }), last]);
    handover.called(0);
    await turns(handover).ask(0, endOfWork(0));
    handover.called(1);
    return handover.untold;
  };
  expect(await toldOf(stepAt(1, null, running))).toBe('1:0,-1');
  expect(await toldOf(stepAt(1, '1:0,-1', running))).toBeNull();
  expect(await toldOf(stepAt(1, null, { ...running, kind: 'lock' })), 'it is committed with its order').toBeNull();
  expect(await toldOf(stepAt(1, null))).toBeNull();
});

test('results come in the order that was recorded, whatever order they are ready in', async () => {
  const handover = new Handover([stepAt(0, null), stepAt(1, '1:'), stepAt(2, null), stepAt(3, '3:0')]);
  const { ask, settled } = turns(handover);
  handover.called(0);
  handover.called(1);
  expect(await ask(0)).toEqual([]);
  expect(await ask(1)).toEqual([1]);
  handover.called(2);
  expect(await settled()).toEqual([0]);
  expect(await ask(2), 'the last call is not made').toEqual([]);
  handover.called(3);
  expect(await settled(), 'nothing is recorded after it').toEqual([2]);
  expect(await ask(3)).toEqual([3]);
});

test('a result whose turn it is at once comes before those that have waited for it', async () => {
  const told = ['1:', '2:0', '3:2,1', '4:'].map((callOrder, at) => stepAt(at + 1, callOrder));
  const handover = new Handover([stepAt(0, null), ...told]);
  const { ask } = turns(handover);
  handover.called(0);
  handover.called(1);
  expect(await ask(1, 0)).toEqual([0]);
  handover.called(2);
  expect(await ask(2)).toEqual([2, 1]);
});

test('a call whose step was lost has its place, because the steps beside it tell of it', async () => {
  const handover = new Handover([stepAt(0, '1:;2:0'), stepAt(1, null), stepAt(3, '3:1')]);
  const { ask, settled } = turns(handover);
  handover.called(0);
  handover.called(1);
  expect(await ask(1)).toEqual([]);
  expect(await ask(0)).toEqual([0]);
  handover.called(2);
  expect(await settled()).toEqual([1]);
});

test('a handler without branches waits for nothing', async () => {
  const handover = new Handover([stepAt(0, null), stepAt(1, null)]);
  const { ask } = turns(handover);
  expect(await ask(1, 0)).toEqual([1, 0]);
});

test('a step that runs again holds nothing up', async () => {
  const handover = new Handover([stepAt(0, null, { status: 'retrying' }), stepAt(1, '1:'), stepAt(2, '2:0,1')]);
  const { ask } = turns(handover);
  handover.called(0);
  handover.called(1);
  expect(await ask(1)).toEqual([1]);
});

test('a handler that does something else gets everything after a second, and at once when it says so', async () => {
  const recorded = [stepAt(0, null), stepAt(1, '1:'), stepAt(2, null), stepAt(3, '3:0')];
  const late = new Handover(recorded);
  late.called(0);
  const waiting = turns(late);
  expect(await waiting.ask(0)).toEqual([]);
  await vi.advanceTimersByTimeAsync(999);
  expect(await waiting.settled()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting.settled()).toEqual([0]);
  expect(await waiting.ask(7)).toEqual([7]);

  const diverging = new Handover(recorded);
  const { ask, settled } = turns(diverging);
  expect(await ask(0)).toEqual([]);
  diverging.giveUp();
  expect(await settled()).toEqual([0]);
});
