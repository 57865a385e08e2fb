import { type Approval, type AskedFor, numberText, stringifyJson } from '#contract';
import { JsonDiff } from '@/components/json/json-diff.tsx';
import { entryPath } from '@/components/state/state-path.ts';
import { TaskLink } from '@/components/task/task-link.tsx';
import type { Named, TaskNames } from '@/components/task/task-names.ts';
import { Link } from '@/components/ui/link.tsx';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { askedWords } from './approval-columns.tsx';
import { approvalPath } from './approval-path.ts';

/** What a request would do when it is granted: in words, on which things, and what it changes as a comparison. */
export function AskedAct({ approval }: { approval: Named<Approval> }) {
  const { target, asked, taskNames } = approval;
  const { facts = [], before, after, actsOn } = asked ?? {};
  const words = askedWords(approval);
  return (
    <section aria-label="Requested action" className="grid gap-2 text-sm">
      <p className="wrap-anywhere font-medium">
        {target === undefined ? (
          words
        ) : (
          <Link href={approvalPath(target)} className="underline">
            {words}
          </Link>
        )}
      </p>
      {facts.map((fact) => (
        <p key={fact} className="max-h-32 overflow-auto whitespace-pre-wrap wrap-anywhere text-muted">
          {fact}
        </p>
      ))}
      {actsOn !== undefined && <Things {...actsOn} taskNames={taskNames} />}
      {(before !== undefined || after !== undefined) && (
        <JsonDiff label="What it changes" before={textOf(before)} after={textOf(after)} maxHeight="16rem" />
      )}
    </section>
  );
}

type ThingsProps = NonNullable<AskedFor['actsOn']> & { taskNames: TaskNames };

/** The entries or tasks that would be deleted, each with the way to it. */
function Things({ storeName, ids, total, taskNames }: ThingsProps) {
  return (
    <ScrollRegion aria-label="To be deleted" className="max-h-48 rounded-md border border-line bg-surface px-3 py-1.5">
      <ul className="grid">
        {ids.map((id) => (
          <li key={id} className="flex min-h-6 min-w-0 items-center">
            {storeName === undefined ? (
              <TaskLink taskId={id} names={taskNames} maximum={64} className="text-accent" />
            ) : (
              <Link
                href={entryPath(storeName, id)}
                className="wrap-anywhere min-w-0 font-mono text-accent text-xs hover:underline"
              >
                {id}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {total > ids.length && <p className="text-muted">and {numberText(total - ids.length)} more</p>}
    </ScrollRegion>
  );
}

function textOf(value: AskedFor['before']): string {
  return value === undefined ? '' : stringifyJson(value, 2);
}
