import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Clause, parseFilter, printFilter } from '@/components/filter/clause.ts';
import { run, taskOf } from './run.factory.ts';
import { RunFacts } from './run-facts.tsx';

test('the next time of a schedule holds only when the run before it has ended', () => {
  const shown = (one: ReturnType<typeof run.running>) => {
    const task = taskOf(one, { nextRunOn: '2026-11-21T09:06:00.000Z' });
    const now = Date.parse('2026-11-21T09:05:00.000Z');
    return renderToStaticMarkup(<RunFacts task={task} run={one} now={now} listHref={() => '/tasks'} />);
  };
  expect(shown(run.running())).toMatch(/Next run.*if this run has ended/);
  expect(shown(run.running({ status: 'scheduled', startedOn: undefined }))).not.toContain('if this run has ended');
});

test('a run that left its queue for a while counts from when it was first queued, and says so', () => {
  const queued = run.running({ status: 'queued', startedOn: undefined });
  const shown = (since: string) => {
    const waitingFor = { kind: 'noWorker' as const, sentence: '', next: '', since };
    const task = taskOf(queued, { waitingFor });
    const now = Date.parse('2026-11-21T09:05:00.000Z');
    return renderToStaticMarkup(<RunFacts task={task} run={queued} now={now} listHref={() => '/tasks'} />);
  };
  expect(shown(queued.queuedOn)).not.toContain('since it was first queued');
  expect(shown('2026-11-21T09:04:00.000Z')).toMatch(/5 min 00 s.*since it was first queued/);
});

test.each(['plain', 'Ann Lee', 'a,b', '"quoted"', 'status:failed', 'back\\slash', '-'])(
  'a type, a queue and a tag %j lead to the tasks that have it',
  (odd) => {
    const listed: (readonly Clause[])[] = [];
    const listHref = (filter: readonly Clause[]) => {
      listed.push(parseFilter(printFilter(filter)));
      return '/tasks';
    };
    const one = run.running();
    const task = taskOf(one, { type: odd, queue: odd, tags: { [odd]: odd } });
    renderToStaticMarkup(<RunFacts task={task} run={one} now={0} listHref={listHref} />);
    expect(listed).toEqual([
      [{ kind: 'field', key: 'type', values: [odd] }],
      [{ kind: 'field', key: 'queue', values: [odd] }],
      [{ kind: 'field', key: 'tag', values: [`${odd}=${odd}`] }],
    ]);
  },
);
