import { describe, expect, it } from 'vitest';
import { type WaitingFor, waitingKinds } from '#contract';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { taskInTheWay, wordReason } from './reason-words.ts';

const now = Date.parse('2026-11-22T10:00:00.000Z');
const inTokyo = { now, formatTime: (time: string) => formatAbsolute(new Date(time), 'Asia/Tokyo') };
const later = '2026-11-22T10:02:10.000Z';
const since = '2026-11-22T09:57:00.000Z';
const words = (kind: WaitingFor['kind'], facts: Partial<WaitingFor> = {}, clock = inTokyo) =>
  wordReason({ kind, sentence: 'UTC', next: 'UTC', ...facts }, clock);

describe('a reason in words', () => {
  it('counts down to the next attempt', () => {
    const facts = { until: later, attempt: 3, maximumAttempts: 5, failure: { name: 'TypeError', message: 'no route' } };
    expect(words('backoff', facts).sentence).toBe('TypeError: no route. Retrying in 2 min 10 s, attempt 3 of 5.');
    const lost = { ...facts, failure: { name: 'WorkerLostError', message: '3 workers in a row were lost' } };
    expect(words('backoff', lost)).toEqual({
      sentence: '3 workers in a row were lost. Queued again in 2 min 10 s.',
      next: expect.stringContaining('The logs of the workers say by what they ended'),
    });
    expect(words('backoff', facts, { ...inTokyo, now: now + 90_000 }).sentence).toMatch(/ Retrying in 40 s,/);
    expect(words('backoff', facts, { ...inTokyo, now: now + 999_000 }).sentence).toMatch(/ Retrying now,/);
  });

  it('has times in the zone of the operator', () => {
    expect(words('sleep', { until: later, step: 'cool down' }).sentence).toBe(
      'Sleeping in “cool down”: wakes in 2 min 10 s, at 2026-11-22 19:02:10.',
    );
    expect(words('event', { eventName: 'approval', since, until: later })).toEqual({
      sentence: 'Waiting for event “approval” for 3 min 00 s.',
      next: 'It continues when the event is raised. The wait ends in 2 min 10 s, at 2026-11-22 19:02:10.',
    });
  });

  it.each<[Partial<WaitingFor>, string]>([
    [{ unserved: 'all' }, 'No worker is running. Queued for 3 min 00 s.'],
    [
      { unserved: 'queue', servedQueues: ['a', 'b'] },
      'No worker serves queue “gpu” for this type; its workers serve “a”, “b”. Queued for 3 min 00 s.',
    ],
    [{ unserved: 'type' }, 'The workers of queue “gpu” do not have this type. Queued for 3 min 00 s.'],
    [{ unserved: 'queueAndType' }, 'No worker has this type, and none serves queue “gpu”. Queued for 3 min 00 s.'],
  ])('tells what no worker serves: %j', (facts, sentence) => {
    expect(words('noWorker', { queue: 'gpu', since, ...facts }).sentence).toBe(sentence);
  });

  it('names tasks, and shortens the id of one without a name', () => {
    const taskId = '01a1fff0-735d-7fab-9ccf-87ea3f71da3f';
    const child = { taskId, name: 'Payout 3', status: 'running' as const };
    expect(words('task', { child, since }).sentence).toBe(
      'Waiting for task “Payout 3”, which is running for 3 min 00 s.',
    );
    expect(words('task', { child: { taskId } }).sentence).toBe('Waiting for task “01a1fff0-…3f71da3f”.');
    const holder = { taskId, name: 'Order 7', runCount: 2 };
    expect(
      words('lock', { lock: { name: 'desk', isHeld: true, owner: `task ${taskId}#2` }, holder, since }).sentence,
    ).toBe('Lock “desk” is held by run 2 of task “Order 7”. Waiting for 3 min 00 s.');
    const waits = [
      { kind: 'task' as const, name: taskId, taskName: 'Payout 3' },
      { kind: 'event' as const, name: 'approval' },
    ];
    expect(words('task', { waits }).sentence).toBe(
      'Waiting for several things at once: task “Payout 3”, event “approval”.',
    );
  });

  it('tells why the task that it waits for does not move either', () => {
    const waitingFor = {
      ...{ kind: 'noWorker' as const, sentence: 'UTC', next: 'UTC', since },
      ...{ unserved: 'queue' as const, queue: 'gpu', servedQueues: ['default'] },
    };
    const child = { taskId: 't', name: 'Payout 3', status: 'queued' as const, waitingFor };
    const why =
      'task “Payout 3”, which is queued: No worker serves queue “gpu” for this type; its workers serve “default”.';
    expect(words('task', { child, since })).toEqual({
      sentence: `Waiting for ${why} Queued for 3 min 00 s.`,
      next: 'Move the task to “default”, or start a worker for queue “gpu”. It continues when that task ends.',
    });
    const waits = [{ kind: 'event' as const, name: 'go' }];
    expect(words('task', { child, waits }).sentence).toContain(`things at once: event “go”. Among them is ${why}`);
    expect(taskInTheWay({ kind: 'task', sentence: '', next: '', child })).toBe(child);
  });

  it('names who is in the way', () => {
    expect(words('lock', { lock: { name: 'desk', isHeld: true }, since }).sentence, 'within bounds').toMatch(
      /^Lock “desk” is held by somebody else\. Waiting/,
    );
    expect(words('lock', { lock: { name: 'desk', isHeld: false } }).sentence).toBe('Lock “desk” is free.');
    expect(
      words('lock', { lock: { name: 'desk', isHeld: true, owner: 'bob', expiresOn: later }, aheadCount: 1, since }),
    ).toEqual({
      sentence: 'Lock “desk” is held by bob, 1 ahead in line. Waiting for 3 min 00 s.',
      next: 'It continues when the lock is released, at the latest in 2 min 10 s, at 2026-11-22 19:02:10.',
    });
    expect(
      words('concurrency', { concurrencyKey: 'c', concurrencyLimit: 1, holder: { taskId: 't', runCount: 1, since } })
        .sentence,
    ).toBe('Concurrency key “c” is taken: 1 run at a time, the first is task “t”, 3 min 00 s.');
    expect(words('paused', { by: 'ada', since }).sentence).toBe('Paused by ada 3 min 00 s ago.');
  });

  it('names every wait of a run that waits for several things', () => {
    const waits = [
      { kind: 'event' as const, name: 'go' },
      { kind: 'sleep' as const, name: 'limit' },
    ];
    expect(words('event', { waits })).toEqual({
      sentence: 'Waiting for several things at once: event “go”, sleep “limit”.',
      next: 'It continues as these waits end.',
    });
  });

  it('names three of many waits, and says how many others there are', () => {
    const many = (count: number) =>
      words('task', {
        waits: Array.from({ length: count }, (_, at) => ({
          kind: 'task' as const,
          name: `t${at}`,
          taskName: `part ${at}`,
        })),
      }).sentence;
    const three = 'Waiting for several things at once: task “part 0”, task “part 1”, task “part 2”';
    expect(many(5)).toBe(`${three}, task “part 3”, task “part 4”.`);
    expect(many(6)).toBe(`${three} and 3 others.`);
    expect(many(20), 'the service tells no more of them').toBe(`${three} and at least 17 others.`);
  });

  it('is never the English text of the service, and has no hole where a fact is missing', () => {
    for (const kind of waitingKinds) {
      const { sentence, next } = words(kind);
      expect([sentence, next].join(' '), kind).not.toMatch(/UTC|undefined|NaN|Invalid/);
    }
  });
});
