import type { StepView } from './step-view.ts';

const start = Date.parse('2026-11-21T09:00:00.000Z');

/** A time that many milliseconds after 9 o'clock, as records carry it. */
export const at = (ms: number) => new Date(start + ms).toISOString();
/** The same time as milliseconds since the epoch. */
export const ms = (offset: number) => start + offset;

type Given = Partial<StepView> & { sequence?: number };

function step(
  kind: StepView['kind'],
  status: StepView['status'],
  from: number,
  to: number | undefined,
  given: Given = {},
): StepView {
  return {
    taskId: 'order-1',
    runCount: 1,
    sequence: 0,
    name: kind,
    kind,
    status,
    attempts: [{ attempt: 1, startedOn: at(from), ...(to === undefined ? {} : { endedOn: at(to) }) }],
    startedOn: at(from),
    ...(to === undefined ? {} : { endedOn: at(to) }),
    ...given,
  };
}

/** Steps named by their state, for tests. Times are milliseconds after 9 o'clock. */
export const steps = {
  succeeded: (from: number, to: number, given?: Given) => step('step', 'succeeded', from, to, given),
  running: (from: number, given?: Given) => step('step', 'running', from, undefined, given),
  failed: (from: number, to: number, given?: Given) => step('step', 'failed', from, to, given),
  slept: (from: number, to: number, given?: Given) => step('sleep', 'succeeded', from, to, { attempts: [], ...given }),
  waiting: (from: number, eventName: string, given?: Given) =>
    step('event', 'waiting', from, undefined, { name: eventName, eventName, attempts: [], ...given }),
};
