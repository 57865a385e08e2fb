'use client';
import { useQuery } from '@tanstack/react-query';
import type { ErrorRemedies } from '#contract';
import { outcomeWords, remedyWords } from '@/components/error/remedy-words.ts';
import { Card, CardEmpty, CardReading } from '@/components/ui/card.tsx';
import { Duration } from '@/components/ui/duration.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { errorKeys } from '../error-queries.ts';

/** How reruns and forks of tasks with this cause went, the most successful first. */
export function WorkedLastTime({ groupId }: { groupId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...errorKeys.all(groupId), 'remedies'],
    queryFn: ({ signal }) =>
      fetchJson<ErrorRemedies>(`/api/errors/${encodeURIComponent(groupId)}/remedies`, { signal }),
  });
  return (
    <Card title="What worked last time">
      {error !== null ? (
        <ErrorState
          className="m-3"
          title="It could not be read"
          problem={problemOf(error)}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <CardReading />
      ) : data.remedies.length === 0 ? (
        <CardEmpty>No task with this failure has been rerun or forked.</CardEmpty>
      ) : (
        <ul className="divide-y divide-line border-line border-t text-sm">
          {data.remedies.map((remedy) => (
            <li key={remedyWords(remedy)} className="flex flex-wrap gap-x-4 px-3 py-1.5">
              <span className="min-w-0 flex-1 basis-48 break-words font-medium">{remedyWords(remedy)}</span>
              <span className="tabular text-muted">{outcomeWords(remedy)}</span>
              {remedy.medianTimeInMs !== undefined && (
                <span className="text-muted">
                  after <Duration ms={remedy.medianTimeInMs} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
