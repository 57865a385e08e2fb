'use client';
import { useQuery } from '@tanstack/react-query';
import type { JsonValue } from '#contract';
import { EntryComparison } from '@/components/comparison/entry-comparison.tsx';
import type { EntryView } from '@/components/state/entry.ts';
import { stateApi } from '@/components/state/state-path.ts';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';

type Side = { storeName: string; id: string };

/** Two entries as they are now: their values, and what stands beside them. */
export function ComparedEntries({ sides: [one, other] }: { sides: readonly [Side, Side] }) {
  const left = useEntry(one);
  const right = useEntry(other);
  const error = left.error ?? right.error;
  if (error !== null)
    return (
      <ErrorState
        title="The entries could not be read"
        problem={problemOf(error)}
        onRetry={() => {
          void left.refetch();
          void right.refetch();
        }}
      />
    );
  if (left.data === undefined || right.data === undefined) return <Skeleton className="h-64" />;
  const nameOf = ({ storeName, id }: Side) => (one.storeName === other.storeName ? id : `${storeName}/${id}`);
  return (
    <EntryComparison
      left={{ name: nameOf(one), entry: left.data, load: () => loadEntry(one) }}
      right={{ name: nameOf(other), entry: right.data, load: () => loadEntry(other) }}
    />
  );
}

function useEntry({ storeName, id }: Side) {
  return useQuery({
    queryKey: ['state', 'compared-entry', storeName, id],
    queryFn: ({ signal }) => fetchJson<EntryView>(stateApi('entry', { store: storeName, id }), { signal }),
  });
}

function loadEntry({ storeName, id }: Side): Promise<JsonValue> {
  return fetchJson<JsonValue>(stateApi('value', { store: storeName, id }));
}
