'use client';
import { compareErrors } from '@/components/comparison/compare-steps.ts';
import { RunComparisonFacts } from '@/components/comparison/run-comparison-facts.tsx';
import { ValueComparison } from '@/components/comparison/value-comparison.tsx';
import { Section } from '@/components/step/step-inspector.tsx';
import { loadValue } from '../load-value.ts';
import type { RunRead } from '../read-run.ts';
import { runPaths } from '../run-queries.ts';
import { FailureView } from './failure-view.tsx';

type ComparedRunProps = {
  sides: readonly [RunRead, RunRead];
  names: readonly [string, string];
  now: number;
};

/** Two runs as a whole: their facts, errors, inputs and outputs. */
export function ComparedRun({ sides, names, now }: ComparedRunProps) {
  const sideOf = (side: 0 | 1, name: 'input' | 'output') => {
    const { run } = sides[side];
    return {
      name: names[side],
      shown: run[name],
      load: () => loadValue(runPaths.value(run.taskId, run.runCount, name)),
    };
  };
  const [left, right] = [failureOf(sides[0]), failureOf(sides[1])];
  const isSameError = left !== undefined && right !== undefined && compareErrors(left.error, right.error) === 'same';
  return (
    <article aria-label="Both runs" className="space-y-4 p-4">
      <h2 className="font-semibold text-base">Both runs</h2>
      <RunComparisonFacts {...{ names, sides, now }} />
      {left !== undefined && (
        <Section title={isSameError ? 'Error of both' : `Error of ${names[0]}`}>
          <FailureView {...left} of={names[0]} />
        </Section>
      )}
      {right !== undefined && !isSameError && (
        <Section title={`Error of ${names[1]}`}>
          <FailureView {...right} of={names[1]} />
        </Section>
      )}
      {(['input', 'output'] as const).map((name) => (
        <Section key={name} title={name === 'input' ? 'Input' : 'Output'}>
          <ValueComparison
            label={name === 'input' ? 'Input' : 'Output'}
            left={sideOf(0, name)}
            right={sideOf(1, name)}
          />
        </Section>
      ))}
    </article>
  );
}

function failureOf({ run: { taskId, runCount, error } }: RunRead) {
  return error === undefined ? undefined : { taskId, runCount, error };
}
