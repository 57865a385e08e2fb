import { runDuration } from '@/components/run/describe-run.ts';
import { queueWaitOf, triggerWord } from '@/components/run/run-facts.tsx';
import type { RunView, TaskView } from '@/components/run/run-view.ts';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { Duration } from '@/components/ui/duration.tsx';
import { Id } from '@/components/ui/id.tsx';
import { Time } from '@/components/ui/time.tsx';
import { ComparedFacts } from './compared-facts.tsx';

type Side = { task: TaskView; run: RunView };

/** What is known of two runs beside their steps and values. */
export function RunComparisonFacts({
  names,
  sides,
  now,
}: {
  names: readonly [string, string];
  sides: readonly [Side, Side];
  now: number;
}) {
  const each = <Cell,>(cell: (side: Side) => Cell): [Cell, Cell] => [cell(sides[0]), cell(sides[1])];
  const text = (name: string, of: (side: Side) => string | undefined) => {
    const texts = each((side) => of(side) ?? '–');
    return { name, texts, cells: texts };
  };
  const duration = (name: string, of: (side: Side) => number | undefined) => ({
    name,
    cells: each((side) => {
      const ms = of(side);
      return ms === undefined ? '–' : <Duration key={name} ms={ms} />;
    }),
  });
  const id = (name: string, of: (side: Side) => string | undefined) => ({
    name,
    texts: each((side) => of(side) ?? ''),
    cells: each((side) => {
      const value = of(side);
      return value === undefined ? '–' : <Id key={name} value={value} label={name.toLowerCase()} maximum={18} />;
    }),
  });
  return (
    <ComparedFacts
      label="Facts of both runs"
      names={names}
      facts={[
        {
          name: 'Status',
          texts: each(({ run }) => run.status),
          cells: each(({ run }) => <StatusBadge key="status" status={run.status} variant="plain" />),
        },
        text('Type', ({ task }) => task.type),
        { name: 'Task', cells: id('Task id', ({ task }) => task.id).cells },
        text('Trigger', ({ run }) => triggerWord(run)),
        text('Attempts', ({ run }) => String(run.attempt)),
        text('Queue', ({ task }) => task.queue),
        duration('Queued for', ({ run }) => queueWaitOf(run, now)),
        {
          name: 'Started',
          cells: each(({ run }) => (run.startedOn === undefined ? '–' : <Time key="started" value={run.startedOn} />)),
        },
        duration('Duration', ({ run }) => runDuration(run, now)),
        id('Worker', ({ run }) => run.worker),
        text('Version', ({ run }) => run.workerVersion),
        text('Tags', ({ task }) => tagText(task)),
      ]}
    />
  );
}

function tagText({ tags }: TaskView): string | undefined {
  const all = Object.entries(tags).map(([key, value]) => `${key}=${value}`);
  return all.length === 0 ? undefined : all.sort().join(', ');
}
