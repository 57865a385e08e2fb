'use client';
import { useQuery } from '@tanstack/react-query';
import type { ComparedStep } from '@/components/comparison/compare-steps.ts';
import { ComparedFacts } from '@/components/comparison/compared-facts.tsx';
import { ValueComparison } from '@/components/comparison/value-comparison.tsx';
import type { LogAnswer } from '@/components/log/log-window.ts';
import { StepLog } from '@/components/log/step-log.tsx';
import type { RunView } from '@/components/run/run-view.ts';
import { Section } from '@/components/step/step-inspector.tsx';
import type { StepView } from '@/components/step/step-view.ts';
import { stepDuration } from '@/components/step/waterfall.model.ts';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { Duration } from '@/components/ui/duration.tsx';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';
import { fetchJson } from '../../query/fetch-json.ts';
import { loadValue } from '../load-value.ts';
import { runKeys, runPaths } from '../run-queries.ts';
import { FailureView } from './failure-view.tsx';

type ComparedStepProps = {
  compared: ComparedStep;
  runs: readonly [RunView, RunView];
  names: readonly [string, string];
  now: number;
};

/** All that is known of a step in both runs: status, times, attempts, errors, outputs and log. */
export function ComparedStepDetails({ compared, runs, names, now }: ComparedStepProps) {
  const sides = [
    { step: compared.left, run: runs[0], name: names[0] },
    { step: compared.right, run: runs[1], name: names[1] },
  ] as const;
  const title = (compared.left ?? compared.right)?.name ?? '';
  const each = <Cell,>(cell: (step: StepView) => Cell) =>
    [sides[0], sides[1]].map(({ step }) => (step === undefined ? '–' : cell(step)));
  const pair = (name: string, cell: (step: StepView) => React.ReactNode) => {
    const [left, right] = each(cell);
    return { name, cells: [left, right] as const };
  };
  const sideOf = ({ step, run, name }: (typeof sides)[number]) => ({
    name,
    shown: step?.output,
    ...(step && { load: () => loadValue(runPaths.value(run.taskId, run.runCount, `step-${step.sequence}`)) }),
  });
  return (
    <article aria-label={`Step ${title} in both runs`} className="space-y-4 p-4">
      <h2 className="wrap-anywhere font-semibold text-base">{title}</h2>
      <ComparedFacts
        label={`Facts of ${title} in both runs`}
        names={names}
        facts={[
          {
            ...pair('Status', (step) => <StatusBadge status={step.status} variant="plain" />),
            texts: [sides[0].step?.status ?? '', sides[1].step?.status ?? ''],
          },
          pair('Step', (step) => <StepLink step={step} />),
          pair('Began', (step) => <Time value={step.startedOn} />),
          pair('Duration', (step) => <Duration ms={stepDuration(step, now)} />),
          {
            ...pair('Attempts', (step) => step.attempts.length),
            texts: [String(sides[0].step?.attempts.length), String(sides[1].step?.attempts.length)],
          },
        ]}
      />
      {sides.map(({ step, run, name }, side) =>
        step?.error === undefined ? null : (
          <Section key={side === 0 ? 'left' : 'right'} title={`Error in ${name}`}>
            <FailureView
              taskId={run.taskId}
              runCount={run.runCount}
              sequence={step.sequence}
              error={step.error}
              of={name}
            />
          </Section>
        ),
      )}
      <Section title="Output">
        <ValueComparison key={compared.id} label="Output" left={sideOf(sides[0])} right={sideOf(sides[1])} />
      </Section>
      {sides.map(({ step, run, name }, side) =>
        step === undefined ? null : (
          <Section key={side === 0 ? 'left' : 'right'} title={`Log in ${name}`}>
            <SideLog step={step} run={run} />
          </Section>
        ),
      )}
    </article>
  );
}

const stepAddress = ({ taskId, runCount, sequence }: StepView) =>
  `/tasks/${encodeURIComponent(taskId)}?run=${runCount}&step=${sequence}`;

function StepLink({ step }: { step: StepView }) {
  return (
    <Link href={stepAddress(step)} className="text-accent hover:underline">
      Step {step.sequence + 1}
    </Link>
  );
}

const logLines = 100;

function SideLog({ step, run }: { step: StepView; run: RunView }) {
  const { data, error } = useQuery({
    queryKey: runKeys.stepLog(run.taskId, run.runCount, step.sequence),
    queryFn: ({ signal }) =>
      fetchJson<LogAnswer>(
        `${runPaths.run(run.taskId, run.runCount)}/logs?from=start&sequence=${step.sequence}&size=${logLines}`,
        { signal },
      ),
  });
  return (
    <StepLog
      lines={data?.lines}
      hasMore={data?.hasMore ?? false}
      problem={error?.message}
      allHref={`${stepAddress(step)}&tab=logs&of=${step.sequence}`}
    />
  );
}
