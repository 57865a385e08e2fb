import type { ReactNode } from 'react';
import { type BulkPreview, numberText } from '#contract';
import { StatusBadge } from '@/components/task/status-badge.tsx';
import { isNamed, taskName } from '@/components/task/task-row.ts';
import { shortenId } from '@/components/ui/shorten-id.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';

const stepsCountedIn = 1_000;
const ages = { hour: 'in the last hour', day: 'in the last day', week: 'in the last week', older: 'earlier' };

/** What an operation would act on: how many, by status, type and age, what would be refused, and ten of them. */
export function BulkPreviewView({ preview }: { preview: BulkPreview | undefined }) {
  if (preview === undefined)
    return (
      <div aria-busy="true" className="grid gap-2">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    );
  return (
    <div className="grid gap-2 text-sm">
      <Line label="Status">
        {preview.byStatus.map(({ status, count }) => (
          <span key={status} className="inline-flex items-center gap-1">
            <StatusBadge status={status} /> <span className="tabular">{numberText(count)}</span>
          </span>
        ))}
      </Line>
      <Line label="Type">
        {preview.byType.map(({ type, count }) => (
          <span key={type}>
            <span className="font-mono text-xs">{type}</span> <span className="tabular">{numberText(count)}</span>
          </span>
        ))}
      </Line>
      <Line label="Created">
        {preview.byAge.map(({ age, count }) => (
          <span key={age}>
            <span className="tabular">{numberText(count)}</span> {ages[age]}
          </span>
        ))}
      </Line>
      {preview.refused.length > 0 && (
        <Line label="Refused">
          {preview.refused.map(({ reason, count }) => (
            <span key={reason} className="text-caution">
              <span className="tabular">{numberText(count)}</span>: {reason}
            </span>
          ))}
        </Line>
      )}
      {preview.steps.length > 0 && (
        <Line label="Steps">
          {preview.steps.map(({ name, kept, rerun }) => (
            <span key={name}>
              {name}{' '}
              <span className="text-muted">
                {[
                  ...(kept > 0 ? [`${numberText(kept)} kept`] : []),
                  ...(rerun > 0 ? [`${numberText(rerun)} run again`] : []),
                ].join(', ')}
              </span>
            </span>
          ))}
        </Line>
      )}
      {preview.steps.length > 0 && preview.total > stepsCountedIn && (
        <p className="text-muted text-xs">Steps are counted in 1,000 of the tasks.</p>
      )}
      <details className="text-xs">
        <summary className="cursor-pointer text-muted">{preview.sample.length} of the tasks</summary>
        <ul className="mt-1 rounded-md border border-line">
          {preview.sample.map((task) => (
            <li key={task.id} className="flex items-center gap-2 border-line border-b px-2 py-1 last:border-b-0">
              <StatusBadge status={task.status} />
              <span title={task.id} className="min-w-0 truncate-name">
                {taskName(task)}
                {!isNamed(task) && <span className="ml-2 font-mono text-muted">{shortenId(task.id, 14)}</span>}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      <span className="w-16 shrink-0 text-muted">{label}</span>
      {children}
    </p>
  );
}
