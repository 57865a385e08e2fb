import { Duration } from '@/components/ui/duration.tsx';
import { outcomeWords, type Remedy, remedyWords } from './remedy-words.ts';

/** How each way of running tasks again went. */
export function RemedyList({ remedies }: { remedies: readonly Remedy[] }) {
  return (
    <ul className="divide-y divide-line border-line border-t text-sm">
      {remedies.map((remedy) => (
        <li key={remedyWords(remedy)} className="flex flex-wrap gap-x-4 px-3 py-1.5">
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere font-medium">{remedyWords(remedy)}</span>
          <span className="tabular text-muted">{outcomeWords(remedy)}</span>
          {remedy.medianTimeInMs !== undefined && (
            <span className="text-muted">
              after <Duration ms={remedy.medianTimeInMs} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
