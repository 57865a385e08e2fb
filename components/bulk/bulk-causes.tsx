import { type BulkCause, numberText } from '#contract';
import { TaskLink } from '@/components/task/task-link.tsx';
import { TaskName } from '@/components/task/task-name.tsx';
import type { Named } from '@/components/task/task-names.ts';
import { Badge } from '@/components/ui/badge.tsx';
import { resultLook } from './bulk-columns.tsx';
import { whyWords } from './bulk-words.ts';

type BulkCausesProps = { causes: readonly (BulkCause & Partial<Named<unknown>>)[]; isCopy?: boolean };

/** Why tasks were refused or failed: one line for each cause, the most frequent first. Tasks of a copy have no page. */
export function BulkCauses({ causes, isCopy = false }: BulkCausesProps) {
  return (
    <section aria-label="Causes" className="grid gap-1">
      <h2 className="font-semibold text-sm">Refused and failed, by cause</h2>
      <ul className="divide-y divide-line rounded-md border border-line">
        {causes.map(({ cause, status, code, message, count, exampleTaskId, taskNames = {} }) => (
          <li key={`${status} ${cause}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <Badge {...resultLook[status]}>
              {numberText(count)} {status}
            </Badge>
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{whyWords({ code, message })}</span>
            {isCopy ? (
              <TaskName taskId={exampleTaskId} names={taskNames} />
            ) : (
              <TaskLink taskId={exampleTaskId} names={taskNames} className="text-accent" />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
