'use client';
import { ListChecks, SearchX } from 'lucide-react';
import { NewLink } from '@/components/task/new-link.tsx';
import { Button } from '@/components/ui/button.tsx';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { LoadSamplesButton } from '../../samples/parts/load-samples-button.tsx';
import { useHasSamples } from '../../samples/use-has-samples.ts';

type Props = { isFiltered: boolean; isStopped: boolean; onClear: () => void };

/** In place of rows: what belongs here and how it comes here, or that the filter matches nothing. */
export function EmptyTasks({ isFiltered, isStopped, onClear }: Props) {
  const { reason } = useMay('tasks/create');
  const hasSamples = useHasSamples();
  if (isFiltered)
    return (
      <EmptyList
        icon={SearchX}
        title={isStopped ? 'No task found so far' : 'No task matches this filter'}
        action={<Button onClick={onClear}>Clear the filter</Button>}
      >
        New matching tasks appear here.
      </EmptyList>
    );
  return (
    <EmptyList
      icon={ListChecks}
      title="No tasks yet"
      action={
        <>
          <LoadSamplesButton />
          <NewLink href="/tasks/new" reason={reason} isSecond={hasSamples}>
            New task
          </NewLink>
        </>
      }
    >
      Tasks appear here with their status, and with the reason when they do not move.
    </EmptyList>
  );
}
