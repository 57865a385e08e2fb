'use client';
import { useQuery } from '@tanstack/react-query';
import { numberText, type TaskComparison } from '#contract';
import { Differences } from '@/components/error/differences.tsx';
import { groupFilter } from '@/components/error/error-path.ts';
import { ReadCard } from '../../problem/parts/read-card.tsx';
import { fetchJson } from '../../query/fetch-json.ts';
import { errorKeys } from '../error-queries.ts';

/** What the tasks that still fail with a cause have in common, and those that succeeded do not. */
export function InCommon({ groupId }: { groupId: string }) {
  const query = useQuery({
    queryKey: [...errorKeys.all(groupId), 'in-common'],
    queryFn: ({ signal }) =>
      fetchJson<TaskComparison>(`/api/comparison?${new URLSearchParams({ group: groupId })}`, { signal }),
    staleTime: 60_000,
  });
  return (
    <ReadCard
      title="What the failing tasks have in common"
      query={query}
      failed="The tasks could not be compared"
      emptyWords={(comparison) => (comparison.fields.length === 0 ? nothingWords(comparison) : undefined)}
    >
      {(comparison) => <Differences comparison={comparison} filter={groupFilter(groupId)} />}
    </ReadCard>
  );
}

function nothingWords({ matching, others }: TaskComparison): string {
  if (matching.count === 0) return 'No task still has this failure.';
  if (others.count === 0) return 'No task of this type has succeeded, so there is nothing to compare with.';
  return `Nothing beyond chance: ${numberText(matching.count)} failing and ${numberText(others.count)} succeeded tasks were compared.`;
}
