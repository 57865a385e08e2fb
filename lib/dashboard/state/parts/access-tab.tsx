'use client';
import { BookOpen, PenLine, Trash2 } from 'lucide-react';
import Link from 'next/link';
import type { StateAccessRecord } from '#contract';
import { stateApi, stepPath } from '@/components/state/state-path.ts';
import { Button } from '@/components/ui/button.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { Time } from '@/components/ui/time.tsx';
import { usePagedList } from '../../list/use-paged-list.ts';
import { problemOf } from '../../problem/problem.ts';

const looks = {
  read: { icon: BookOpen, word: 'read', tone: 'text-muted' },
  write: { icon: PenLine, word: 'wrote', tone: 'text-active' },
  delete: { icon: Trash2, word: 'deleted', tone: 'text-danger' },
};

/** Who among recent runs read or wrote an entry, newest first. */
export function AccessTab({ storeName, id }: { storeName: string; id: string }) {
  const list = usePagedList<StateAccessRecord>({
    key: ['state', storeName, 'access', id],
    url: stateApi('access', { store: storeName, id }),
    idOf: ({ taskId, runCount, sequence, access }) => `${taskId} ${runCount} ${sequence} ${access}`,
  });
  if (list.error !== null) {
    return (
      <ErrorState
        title="The readers and writers could not be read"
        problem={problemOf(list.error)}
        onRetry={list.retry}
      />
    );
  }
  if (list.isLoading) return <Skeleton className="h-24" />;
  if (list.rows.length === 0) {
    return <p className="text-muted text-sm">No kept run has read or written this entry.</p>;
  }
  return (
    <>
      <ul aria-label="Steps that read or wrote it" className="divide-y divide-line rounded-md border border-line">
        {list.rows.map((row) => {
          const { icon: Icon, word, tone } = looks[row.access];
          return (
            <li
              key={`${row.taskId} ${row.runCount} ${row.sequence} ${row.access} ${row.version}`}
              className="flex min-h-8 items-center gap-2 px-2 py-1 text-sm"
            >
              <span className={`flex w-16 shrink-0 items-center gap-1 text-xs ${tone}`}>
                <Icon aria-hidden className="size-3.5" /> {word}
              </span>
              <Link
                href={stepPath(row)}
                prefetch={false}
                className="min-w-0 flex-1 truncate text-accent hover:underline"
                title={`${row.taskId}#${row.runCount}`}
              >
                {row.stepName}{' '}
                <span className="text-muted text-xs">
                  of {row.taskType}#{row.runCount}
                </span>
              </Link>
              {row.version !== undefined && <span className="tabular text-muted text-xs">version {row.version}</span>}
              <Time value={row.occurredOn} className="text-muted text-xs" />
            </li>
          );
        })}
      </ul>
      {list.totalCount < 0 && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => list.onVisible(0, list.rows.length)}>
          Show more
        </Button>
      )}
    </>
  );
}
