'use client';
import { useParams, useSearchParams } from 'next/navigation';
import { NothingOfKind } from '@/components/shell/nothing-of-kind.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { useBounds } from '@/components/ui/bounds.tsx';

/** No such task, or no such run of it: what was asked for, and the ways to find what was meant. */
export default function RunNotFound() {
  const params = useParams<{ id: string }>();
  const isNarrowed = useBounds() !== undefined;
  const run = useSearchParams()?.get('run') ?? null;
  const id = decodeURIComponent(params?.id ?? '');
  return (
    <NothingOfKind
      title={run === null ? 'No such task' : `No run ${run} of this task, or no such task`}
      id={id}
      ways={[
        ...(run === null ? [] : [{ href: `/tasks/${encodeURIComponent(id)}`, label: 'Its current run' }]),
        { href: taskListPath([{ kind: 'text', text: id }]), label: 'Search for it' },
        { href: '/tasks', label: 'All tasks' },
      ]}
    >
      {isNarrowed
        ? 'It was deleted, it lies outside of your bounds, or the id is incomplete.'
        : 'It was deleted, or the id is incomplete.'}{' '}
      Search also finds parts of an id.
    </NothingOfKind>
  );
}
