'use client';
import { ArrowRight } from 'lucide-react';
import { numberText } from '#contract';
import type { Clause } from '@/components/filter/clause.ts';
import { JsonView } from '@/components/json/json-view.tsx';
import { RunFacts } from '@/components/run/run-facts.tsx';
import type { RunView, TaskView } from '@/components/run/run-view.ts';
import { touchedEntries } from '@/components/state/touched.model.ts';
import { TouchedEntries } from '@/components/state/touched-entries.tsx';
import { type ChildRun, stepTitle } from '@/components/step/child-run.ts';
import { stepOfSummary } from '@/components/step/step-in-trouble.ts';
import { Section } from '@/components/step/step-inspector.tsx';
import type { StepView } from '@/components/step/step-view.ts';
import { StatusIcon } from '@/components/task/status-icon.tsx';
import { Button } from '@/components/ui/button.tsx';
import { loadValue } from '../load-value.ts';
import { runPaths } from '../run-queries.ts';
import { FailureView } from './failure-view.tsx';

type RunSummaryProps = {
  task: TaskView;
  run: RunView;
  steps: readonly StepView[];
  /** Whether the run has more steps, which are not loaded. */
  hasMore: boolean;
  /** The tasks that steps wait for, by id. */
  childrenById: ReadonlyMap<string, ChildRun>;
  now: number;
  onSelect: (sequence: number) => void;
  similarHref: (fingerprint: string) => string;
  listHref: (filter: readonly Clause[]) => string;
};

/** What a step that holds up the run, or ended it, is called. */
const culpritWords: Partial<Record<StepView['status'], string>> = {
  waiting: 'Waiting step',
  retrying: 'Step that backs off',
};

/** What stands beside the steps while none is selected: what went wrong and where, the facts, what came out and went in. */
export function RunSummary({
  task,
  run,
  steps,
  hasMore,
  childrenById,
  now,
  onSelect,
  similarHref,
  listHref,
}: RunSummaryProps) {
  const culprit = stepOfSummary(run, steps);
  const touched = touchedEntries(steps);
  const value = (name: string) => runPaths.value(task.id, run.runCount, name);
  return (
    <article aria-label={`Run ${run.runCount}`} className="space-y-4 p-4">
      <h2 className="sr-only">Run {run.runCount}</h2>
      {run.error !== undefined && (
        <FailureView
          taskId={task.id}
          runCount={run.runCount}
          error={run.error}
          similarHref={similarHref(run.error.fingerprint)}
        />
      )}
      {culprit !== undefined && (
        <Button className="max-w-full" onClick={() => onSelect(culprit.sequence)}>
          <StatusIcon status={culprit.status} />
          <span className="truncate">
            {culpritWords[culprit.status] ?? 'Failed step'}: {stepTitle(culprit, childrenById)}
          </span>
          <ArrowRight aria-hidden />
        </Button>
      )}
      <RunFacts task={task} run={run} now={now} listHref={listHref} />
      <Section title="Output">
        <JsonView
          label={`Output of run ${run.runCount}`}
          shown={run.output}
          load={() => loadValue(value('output'))}
          downloadHref={run.output === undefined ? undefined : value('output')}
          empty={run.status === 'succeeded' ? 'No output value.' : 'No output: only a run that succeeded has one.'}
        />
      </Section>
      {touched.length > 0 && (
        <Section
          title={
            hasMore ? `State read and written in the first ${numberText(steps.length)} steps` : 'State read and written'
          }
        >
          <TouchedEntries label={`Entries that run ${run.runCount} touched`} entries={touched} />
        </Section>
      )}
      <Section title="Input">
        <JsonView
          label={`Input of run ${run.runCount}`}
          shown={run.input}
          load={() => loadValue(value('input'))}
          downloadHref={run.input === undefined ? undefined : value('input')}
          empty="No input."
        />
      </Section>
    </article>
  );
}
