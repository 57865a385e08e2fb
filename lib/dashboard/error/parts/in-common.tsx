'use client';
import { useQuery } from '@tanstack/react-query';
import type { TaskComparison } from '#contract';
import { Differences } from '@/components/error/differences.tsx';
import { groupFilter } from '@/components/error/error-path.ts';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { errorKeys } from '../error-queries.ts';

/** What the tasks that still fail with a cause have in common, and those that succeeded do not. */
export function InCommon({ groupId }: { groupId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...errorKeys.all(groupId), 'in-common'],
    queryFn: ({ signal }) =>
      fetchJson<TaskComparison>(`/api/comparison?${new URLSearchParams({ group: groupId })}`, { signal }),
    staleTime: 60_000,
  });
  return (
    <Card title="What the failing tasks have in common">
      {error !== null ? (
        <ErrorState
          className="m-3"
          title="The tasks could not be compared"
          problem={problemOf(error)}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <Skeleton className="m-3 h-24" />
      ) : data.fields.length === 0 ? (
        <CardEmpty>{nothingWords(data)}</CardEmpty>
      ) : (
        <Differences comparison={data} filter={groupFilter(groupId)} />
      )}
    </Card>
  );
}

function nothingWords({ matching, others }: TaskComparison): string {
  if (matching.count === 0) return 'No task still has this failure.';
  if (others.count === 0) return 'No task of this type has succeeded, so there is nothing to compare with.';
  return `Nothing beyond chance: ${matching.count.toLocaleString('en')} failing and ${others.count.toLocaleString('en')} succeeded tasks were compared.`;
}
