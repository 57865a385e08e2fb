import { expect, test, vi } from 'vitest';
import type { Queue } from '#contract';
import { queueActions } from './queue-menu.tsx';

const queue = (name: string): Queue => ({ name, queued: 0, running: 0, workerCount: 0, slots: 0 });

test('the palette names the queue of each act, and says why it is refused', () => {
  const onAlert = vi.fn();
  const actions = queueActions([queue('gpu'), queue('mail')], { alertReason: 'It needs alerts/manage.', onAlert });
  expect(actions.map(({ label, reason }) => [label, reason])).toEqual([
    ['Alert when queue gpu has no worker…', 'It needs alerts/manage.'],
    ['Alert when runs of queue gpu wait too long…', 'It needs alerts/manage.'],
    ['Alert when queue mail has no worker…', 'It needs alerts/manage.'],
    ['Alert when runs of queue mail wait too long…', 'It needs alerts/manage.'],
  ]);
  actions[3]?.run();
  expect(onAlert).toHaveBeenCalledWith({
    ...{ kind: 'queueWait', queue: 'mail', name: 'Runs of queue mail wait too long' },
  });
});
