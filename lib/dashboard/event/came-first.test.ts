import { expect, it } from 'vitest';
import type { EventRow } from '@/components/event/event-columns.tsx';
import { whoCameFirst } from './came-first.ts';

const wait = { taskId: 't', runCount: 2, sequence: 3, eventName: 'approval' };
const own = { raisedBy: 'bo', valueText: '{ "approved": false }' };
const eventOf = (raisedBy: string, approved: boolean, consumedBy?: EventRow['consumedBy']): EventRow => ({
  ...{
    id: `${raisedBy} ${approved}`,
    taskId: 't',
    name: 'approval',
    data: { value: { approved } },
    raisedBy,
    runCount: 2,
  },
  raisedOn: '2026-11-22T06:00:00.000Z',
  ...(consumedBy && { consumedBy }),
});
const taken = { runCount: 2, sequence: 3 };

/** Looks at these lists of events, one after the other. */
async function judge(...lists: EventRow[][]) {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const read = async () => lists[Math.min(pauses, lists.length) - 1] ?? [];
  const first = await whoCameFirst(own, wait, read, pause);
  return { first: first?.id, pauses };
}

it('names the event of somebody else that the wait got', async () => {
  const mine = eventOf('bo', false);
  const lists = [
    [mine, eventOf('ada', true)],
    [mine, eventOf('ada', true, taken)],
  ];
  expect(await judge(...lists)).toEqual({ first: 'ada true', pauses: 2 });
});

it('names none when it got the own event, or one of the same value', async () => {
  expect(await judge([eventOf('bo', false, taken), eventOf('ada', true)])).toEqual({ first: undefined, pauses: 1 });
  expect(await judge([eventOf('bo', false), eventOf('ada', false, taken)])).toEqual({ first: undefined, pauses: 1 });
});

it('gives up when nothing happens, such as without a worker', async () => {
  const ofEarlierRun = eventOf('ada', true, { runCount: 1, sequence: 3 });
  expect(await judge([eventOf('bo', false), ofEarlierRun])).toEqual({ first: undefined, pauses: 5 });
});
