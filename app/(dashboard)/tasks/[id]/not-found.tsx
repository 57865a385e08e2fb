'use client';
import { SearchX } from 'lucide-react';
import { useParams, useSearchParams } from 'next/navigation';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { useBounds } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Link } from '@/components/ui/link.tsx';

/** No such task, or no such run of it: what was asked for, and the ways to find what was meant. */
export default function RunNotFound() {
  const params = useParams<{ id: string }>();
  const isNarrowed = useBounds() !== undefined;
  const run = useSearchParams()?.get('run') ?? null;
  const id = decodeURIComponent(params?.id ?? '');
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={SearchX}
        title={run === null ? 'No such task' : `No run ${run} of this task, or no such task`}
        className="py-24"
        action={
          <>
            {run !== null && (
              <Button asChild>
                <Link href={`/tasks/${encodeURIComponent(id)}`}>Its current run</Link>
              </Button>
            )}
            <Button asChild variant="primary">
              <Link href={taskListPath([{ kind: 'text', text: id }])}>Search for it</Link>
            </Button>
            <Button asChild>
              <Link href="/tasks">All tasks</Link>
            </Button>
          </>
        }
      >
        <span className="break-all font-mono text-xs">{id}</span>
        <br />
        {isNarrowed
          ? 'It was deleted, it lies outside of your bounds, or the id is incomplete.'
          : 'It was deleted, or the id is incomplete.'}{' '}
        Search also finds parts of an id.
      </EmptyState>
    </>
  );
}
