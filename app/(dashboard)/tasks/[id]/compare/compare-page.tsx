'use client';
import { ArrowLeftRight, GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import { OtherRunDialog } from '@/components/comparison/other-run-dialog.tsx';
import { RunSkeleton } from '@/components/run/run-skeleton.tsx';
import { useNamedCrumb } from '@/components/shell/crumb-names.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { taskName } from '@/components/task/task-row.ts';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Link } from '@/components/ui/link.tsx';
import { shortenId } from '@/components/ui/shorten-id.ts';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { compareParams, comparePath } from '@/lib/dashboard/run/compare-params.ts';
import { ComparedRows } from '@/lib/dashboard/run/parts/compared-rows.tsx';
import type { ComparedSide } from '@/lib/dashboard/run/prefetch-comparison.ts';
import { useLiveTask, useRun } from '@/lib/dashboard/run/use-run.ts';

type ComparePageProps = { left: ComparedSide; right: ComparedSide | undefined };

/** Two runs side by side: by default one, and the succeeded run that tells most about it. */
export function ComparePage({ left, right }: ComparePageProps) {
  const go = useGo();
  const [isChoosing, setChoosing] = useState(false);
  const choose = (other: ComparedSide) =>
    go(comparePath(left.taskId, left.run, { taskId: other.taskId, runCount: other.run }), 'The comparison');
  return (
    <div className="flex h-full min-h-0 flex-col max-lg:h-auto">
      <h1 className="sr-only">Compare runs</h1>
      <UnknownAddress params={compareParams} className="px-4 pt-3" />
      {right === undefined ? (
        <NothingToCompare left={left} onChoose={() => setChoosing(true)} />
      ) : (
        <BothRuns
          left={left}
          right={right}
          onChoose={() => setChoosing(true)}
          onSwap={() =>
            go(comparePath(right.taskId, right.run, { taskId: left.taskId, runCount: left.run }), 'The comparison')
          }
        />
      )}
      {isChoosing && (
        <OtherRunDialog taskId={right?.taskId ?? left.taskId} onClose={() => setChoosing(false)} onChoose={choose} />
      )}
    </div>
  );
}

function NothingToCompare({ left, onChoose }: { left: ComparedSide; onChoose: () => void }) {
  const { data } = useRun(left.taskId, left.run);
  useNamedCrumb(left.taskId, data && taskName(data.task));
  return (
    <EmptyState
      icon={GitCompareArrows}
      title="No succeeded run to compare with"
      className="py-24"
      action={
        <>
          <Button variant="primary" onClick={onChoose}>
            Choose a run
          </Button>
          <Button asChild>
            <Link href={runHref(left)}>Back to the run</Link>
          </Button>
        </>
      }
    >
      No other run of this task has succeeded, nor one of another task of its type. Any two runs can be compared.
    </EmptyState>
  );
}

/** A name heads a column. */
const longestName = 32;

const cutEnd = (text: string, maximum: number) => (text.length <= maximum ? text : `${text.slice(0, maximum - 1)}…`);

const runHref = ({ taskId, run }: ComparedSide) => `/tasks/${encodeURIComponent(taskId)}?run=${run}`;

type BothRunsProps = { left: ComparedSide; right: ComparedSide; onChoose: () => void; onSwap: () => void };

function BothRuns({ left, right, onChoose, onSwap }: BothRunsProps) {
  const one = useRun(left.taskId, left.run);
  const other = useRun(right.taskId, right.run);
  useLiveTask(left.taskId);
  useNamedCrumb(left.taskId, one.data && taskName(one.data.task));
  useLiveTask(right.taskId);
  const error = one.error ?? other.error;
  if (one.data === undefined || other.data === undefined)
    return error === null ? (
      <RunSkeleton />
    ) : (
      <ErrorState className="m-4" title="The runs could not be read" problem={problemOf(error)} />
    );
  const isOneTask = left.taskId === right.taskId;
  const taskNames = [taskName(one.data.task), taskName(other.data.task)] as const;
  const areNamed = taskNames[0] !== taskNames[1];
  const nameOf = ({ taskId, run }: ComparedSide, name: string) =>
    isOneTask ? `Run ${run}` : `${areNamed ? cutEnd(name, longestName) : shortenId(taskId, 14)}, run ${run}`;
  const names = [nameOf(left, taskNames[0]), nameOf(right, taskNames[1])] as const;
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3 pb-2">
        <p className="flex min-w-0 flex-1 basis-64 flex-wrap items-center gap-x-2 text-sm">
          <RunName side={left}>{areNamed ? names[0] : `${taskNames[0]} · ${names[0]}`}</RunName>
          <span className="text-muted">compared with</span>
          <RunName side={right}>{areNamed ? names[1] : `${taskNames[1]} · ${names[1]}`}</RunName>
        </p>
        <Button size="sm" onClick={onChoose}>
          <GitCompareArrows aria-hidden /> Compare with…
        </Button>
        <Button size="sm" onClick={onSwap}>
          <ArrowLeftRight aria-hidden /> Swap sides
        </Button>
      </header>
      <ComparedRows sides={[one.data, other.data]} names={names} />
    </>
  );
}

function RunName({ side, children }: { side: ComparedSide; children: string }) {
  return (
    <Link href={runHref(side)} title={side.taskId} className="min-w-0 truncate text-accent hover:underline">
      {children}
    </Link>
  );
}
