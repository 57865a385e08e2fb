import { describe, expect, it } from 'vitest';
import { describeRun } from './describe-run.ts';
import { run, taskOf } from './run.factory.ts';

const time = { now: Date.parse('2026-11-21T09:01:00.000Z'), formatTime: (text: string) => `at ${text.slice(11, 19)}` };

describe('describeRun', () => {
  it('words the reason of a run that does not move', () => {
    const seen = run.waiting();
    expect(describeRun(seen, taskOf(seen), time)).toEqual({
      sentence: 'Waiting for event “approval”.',
      next: 'It continues when the event is raised.',
    });
  });

  it('names the failed step; its error stands beside the steps', () => {
    const seen = run.failed({ attempt: 3 });
    const story = describeRun(seen, taskOf(seen), time);
    expect(story).toEqual({ sentence: 'Failed in step “import rows” after 3 attempts.', next: undefined });
  });

  it('tells when a schedule runs it again, for the current run only', () => {
    const seen = run.succeeded();
    const task = taskOf(seen, { nextRunOn: '2026-11-21T10:00:00.000Z' });
    expect(describeRun(seen, task, time)).toEqual({
      sentence: 'Succeeded after 4.00 s, 3 steps done.',
      next: 'The schedule runs it again at 10:00:00.',
    });
    expect(describeRun({ ...seen, isCurrent: false }, task, time).next).toBeUndefined();
  });

  it('tells where and since when it runs', () => {
    const seen = run.running({ attempt: 2 });
    expect(describeRun(seen, taskOf(seen), time).sentence).toBe('Running on worker-1 since at 09:00:00, attempt 2.');
  });

  it('knows a run that was cancelled before it began', () => {
    const { startedOn: _, ...seen } = run.succeeded({ status: 'cancelled' });
    expect(describeRun(seen, taskOf(seen), time).sentence).toBe('Cancelled before it began.');
  });
});
