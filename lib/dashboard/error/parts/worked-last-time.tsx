'use client';
import { useQuery } from '@tanstack/react-query';
import type { ErrorRemedies } from '#contract';
import { outcomeWords, remedyWords } from '@/components/error/remedy-words.ts';
import { Duration } from '@/components/ui/duration.tsx';
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
      {({ remedies }) => (
        <ul className="divide-y divide-line border-line border-t text-sm">
          {remedies.map((remedy) => (
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
    </ReadCard>
  );
}
