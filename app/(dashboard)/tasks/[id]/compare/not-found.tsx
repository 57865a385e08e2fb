'use client';
import { useParams } from 'next/navigation';
import { useQueryStates } from 'nuqs';
import { NothingOfKind } from '@/components/shell/nothing-of-kind.tsx';
import { useBounds } from '@/components/ui/bounds.tsx';
import { compareParams } from '@/lib/dashboard/run/compare-params.ts';

/** One of the two runs of a comparison, or its task, is not there. The other may be. */
export default function ComparisonNotFound() {
  const id = decodeURIComponent(useParams<{ id: string }>()?.id ?? '');
  const [{ run, with: withTask, withRun }] = useQueryStates(compareParams);
  const isNarrowed = useBounds() !== undefined;
  const other = withTask ?? id;
  const ways = [
    { href: runPath(id, run), label: run === null ? 'The task' : `Run ${run}` },
    ...(withTask === null && withRun === null
      ? []
      : [
          { href: runPath(other, withRun), label: withRun === null ? 'The other task' : `Run ${withRun} of the other` },
        ]),
    { href: '/tasks', label: 'All tasks' },
  ];
  return (
    <NothingOfKind title="A run of this comparison is not there" id={id} ways={ways}>
      One of the runs or its task was deleted, {isNarrowed && 'it lies outside of your bounds, '}or the link is
      incomplete.
    </NothingOfKind>
  );
}

function runPath(id: string, run: string | null): string {
  return `/tasks/${encodeURIComponent(id)}${run === null ? '' : `?run=${encodeURIComponent(run)}`}`;
}
