import { cn } from '@/components/ui/class-names.ts';
import { Link } from '@/components/ui/link.tsx';
import { shortenId } from '@/components/ui/shorten-id.ts';
import { nameOfTask, type TaskNames } from './task-names.ts';

type TaskLinkProps = {
  taskId: string;
  /** The run to open. Default: the current one. */
  runCount?: number | undefined;
  /** The step to select in the run. */
  sequence?: number | undefined;
  /** Where the link leads, when it is not the page of the run. */
  href?: string;
  names: TaskNames;
  /** The maximum length of an id that is shown because the name is not known. */
  maximum?: number;
  className?: string;
  tabIndex?: number;
};

/** A link to a task or to one of its runs, under the task's name. The title has the id. */
export function TaskLink(props: TaskLinkProps) {
  const { taskId, runCount, sequence, names, maximum = 26, className, tabIndex } = props;
  const name = nameOfTask(names, taskId);
  return (
    <Link
      href={props.href ?? runPath(taskId, runCount, sequence)}
      title={runCount === undefined ? taskId : `${taskId}#${runCount}`}
      {...(tabIndex === undefined ? {} : { tabIndex })}
      className={cn('min-w-0 truncate-name hover:underline', name === undefined && 'font-mono text-xs', className)}
    >
      {name === undefined ? shortenId(taskId, maximum) : <bdi>{name}</bdi>}
      {runCount !== undefined && <span className="text-muted"> #{runCount}</span>}
    </Link>
  );
}

function runPath(taskId: string, runCount?: number, sequence?: number): string {
  const query = new URLSearchParams({
    ...(runCount === undefined ? {} : { run: String(runCount) }),
    ...(sequence === undefined ? {} : { step: String(sequence) }),
  });
  return `/tasks/${encodeURIComponent(taskId)}${query.size === 0 ? '' : `?${query}`}`;
}
