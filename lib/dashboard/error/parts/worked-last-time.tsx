'use client';
import { useQuery } from '@tanstack/react-query';
import type { ErrorRemedies } from '#contract';
import { RemedyList } from '@/components/error/remedy-list.tsx';
import { ReadCard } from '../../problem/parts/read-card.tsx';
import { fetchJson } from '../../query/fetch-json.ts';
import { errorKeys } from '../error-queries.ts';

/** How reruns and forks of tasks with this cause went, the most successful first. */
export function WorkedLastTime({ groupId }: { groupId: string }) {
  const query = useQuery({
    queryKey: [...errorKeys.all(groupId), 'remedies'],
    queryFn: ({ signal }) =>
      fetchJson<ErrorRemedies>(`/api/errors/${encodeURIComponent(groupId)}/remedies`, { signal }),
  });
  return (
    <ReadCard
      title="What worked last time"
      query={query}
      emptyWords={({ remedies }) =>
        remedies.length === 0 ? 'No task with this failure has been rerun or forked.' : undefined
      }
    >
      {({ remedies }) => <RemedyList remedies={remedies} />}
    </ReadCard>
  );
}
