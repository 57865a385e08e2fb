'use client';
import { useQueryStates } from 'nuqs';
import { useMemo, useRef } from 'react';
import { counted, numberText } from '#contract';
import { compareSteps, firstDifference } from '@/components/comparison/compare-steps.ts';
import {
  type ComparedRow,
  comparedName,
  comparedStepColumns,
  differenceWords,
} from '@/components/comparison/compared-step-columns.tsx';
import { untilEnd } from '@/components/run/describe-run.ts';
import { DataTable } from '@/components/table/data-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { isShortcut } from '@/components/ui/single-keys.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useAtPresent } from '@/components/ui/time-preferences.tsx';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';
import { problemOf } from '../../problem/problem.ts';
import { compareParams } from '../compare-params.ts';
import type { RunRead } from '../read-run.ts';
import { useAllSteps } from '../use-all-steps.ts';
import { ComparedRun } from './compared-run.tsx';
import { ComparedStepDetails } from './compared-step.tsx';

type ComparedRowsProps = {
  sides: readonly [RunRead, RunRead];
  names: readonly [string, string];
};

const rowHeight = 32;
const rowId = (row: ComparedRow) => row.id;

/** The steps of two runs side by side, the first difference selected, and all that is known of the selected ones. */
export function ComparedRows({ sides, names }: ComparedRowsProps) {
  const [url, setUrl] = useQueryStates(compareParams, { history: 'replace' });
  const [left, right] = [sides[0].run, sides[1].run];
  const now = useAtPresent((present) => Math.max(untilEnd(left, present), untilEnd(right, present)));
  const leftSteps = useAllSteps(left.taskId, left.runCount);
  const rightSteps = useAllSteps(right.taskId, right.runCount);
  const details = useRef<HTMLDivElement>(null);
  const compared = useMemo(
    () =>
      compareSteps({ status: left.status, steps: leftSteps.steps }, { status: right.status, steps: rightSteps.steps }),
    [left.status, right.status, leftSteps.steps, rightSteps.steps],
  );
  const first = firstDifference(compared);
  const rows = useMemo((): ComparedRow[] => {
    const run = { id: 'run', left, right, verdict: left.status === right.status ? 'same' : 'course' } as const;
    return [run, ...compared].filter(({ id, verdict }) => !url.differences || id === 'run' || verdict !== 'same');
  }, [left, right, compared, url.differences]);
  const columns = useMemo(() => comparedStepColumns({ names, now }), [names, now]);
  const toggle = () => void setUrl({ differences: url.differences ? null : true });
  useDocumentKey((event) => {
    if (event.key !== 'd' || !isShortcut(event)) return;
    event.preventDefault();
    toggle();
  });

  const error = leftSteps.error ?? rightSteps.error;
  if (error !== null)
    return (
      <ErrorState
        className="m-4"
        title="The steps could not be read"
        problem={problemOf(error)}
        onRetry={() => Promise.all([leftSteps.refetch(), rightSteps.refetch()])}
      />
    );
  if (!leftSteps.isComplete || !rightSteps.isComplete)
    return (
      <div className="space-y-2 p-4" aria-busy="true">
        <p className="text-muted text-sm">
          Reading the steps: {numberText(leftSteps.steps.length + rightSteps.steps.length)} of{' '}
          {numberText(left.stepCounts.total + right.stepCounts.total)}
        </p>
        <Skeleton className="h-64" />
      </div>
    );

  const selected = url.row ?? first?.id ?? 'run';
  const row = compared.find(({ id }) => id === selected);
  const place = Math.max(0, rows.findIndex(({ id }) => id === selected) - 3);
  return (
    <div className="flex flex-col border-line border-t lg:grid lg:min-h-0 lg:flex-1 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <section
        aria-label="Steps of both runs"
        className="flows-in-print flex h-112 min-h-0 min-w-0 flex-col border-line lg:h-full lg:border-r"
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm">
          <p role="status" className="min-w-0 flex-1 basis-56">
            {first === undefined ? (
              sentenceWithout(compared.length)
            ) : (
              <>
                First difference: <span className="font-medium">{comparedName(first)}</span>{' '}
                <span className="text-muted">({differenceWords(first, names)})</span>
              </>
            )}
          </p>
          {first !== undefined && first.id !== selected && (
            <Button size="sm" variant="ghost" onClick={() => void setUrl({ row: null })}>
              Show it
            </Button>
          )}
          <span className="flex items-center gap-1.5 text-xs">
            <Checkbox id="only-differences" checked={url.differences} onCheckedChange={toggle} />
            <label htmlFor="only-differences">Differences only</label>
            <Kbd>D</Kbd>
          </span>
        </div>
        <DataTable
          className="min-h-0 flex-1 border-line border-t"
          label="Steps of both runs"
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowLabel={comparedName}
          left={{ currentId: selected, top: place * rowHeight }}
          onCurrent={({ id }) => void setUrl({ row: id })}
          onOpen={() => details.current?.focus()}
        />
      </section>
      <div
        ref={details}
        tabIndex={-1}
        className="min-h-0 min-w-0 border-line border-t outline-none lg:overflow-y-auto lg:border-t-0"
      >
        {row === undefined ? (
          <ComparedRun sides={sides} names={names} now={now} />
        ) : (
          <ComparedStepDetails compared={row} runs={[left, right]} names={names} now={now} />
        )}
      </div>
    </div>
  );
}

function sentenceWithout(steps: number): string {
  if (steps === 0) return 'Neither run has steps.';
  return `No difference in ${counted(steps, 'step')}.`;
}
