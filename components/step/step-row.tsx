import { ChevronDown, ChevronRight, CircleX, RotateCw } from 'lucide-react';
import { counted, numberText } from '#contract';
import { statusLook } from '@/components/task/status.ts';
import { StatusIcon } from '@/components/task/status-icon.tsx';
import { taskListPath } from '@/components/task/task-list-path.ts';
import { Badge } from '@/components/ui/badge.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { Duration } from '@/components/ui/duration.tsx';
import { Link } from '@/components/ui/link.tsx';
import { type ChildGroup, childrenWords, groupDuration } from './child-run.ts';
import { extentOf } from './segments.ts';
import { StepKindIcon } from './step-icon.tsx';
import type { TimeAxis } from './time-axis.ts';
import { treeRole } from './tree-roles.ts';
import { stepDuration, type WaterfallRow } from './waterfall.model.ts';
import { WaterfallBar } from './waterfall-bar.tsx';

/** The columns of the tree: name, duration, time. */
export const grid = 'grid grid-cols-[minmax(0,1fr)_5.25rem] md:grid-cols-[minmax(12rem,5fr)_5.25rem_minmax(8rem,4fr)]';

/** An address names this many children at most. */
const linkedChildren = 100;

/** The first row's name. */
export function RunName({ label }: { label: string }) {
  return <span className="truncate font-medium">{label}</span>;
}

/** A step's row: status, kind, title, and what is unusual about it. */
export function StepName({ row, title }: { row: Extract<WaterfallRow, { kind: 'step' }>; title: string }) {
  const { step, lane, laneCount } = row;
  return (
    <>
      <span aria-hidden className="flex w-4 shrink-0 justify-end self-stretch">
        {laneCount > 1 && (
          <span
            className={cn('w-0.5', lane === 0 ? 'bg-accent' : 'bg-accent/45')}
            title={`Runs beside ${counted(laneCount - 1, 'other step')}`}
          />
        )}
      </span>
      <StatusIcon status={step.status} />
      <span className="sr-only">{statusLook[step.status].word}</span>
      <StepKindIcon kind={step.kind} />
      <span title={title} className={cn('truncate', step.keptFrom !== undefined && 'text-muted')}>
        {title}
      </span>
      {laneCount > 1 && <span className="sr-only">, beside {counted(laneCount - 1, 'other step')}</span>}
      {step.attempts.length > 1 && (
        <Badge tone="caution" icon={RotateCw}>
          {step.attempts.length} attempts
        </Badge>
      )}
      {step.keptFrom !== undefined && <Badge title={`Its result was kept from run ${step.keptFrom}`}>kept</Badge>}
    </>
  );
}

/** How long a row took, or has taken so far. */
export function RowDuration(props: { row: WaterfallRow; now: number; runDurationInMs: number | undefined }) {
  const { row } = props;
  const ms = durationOf(row, props.now, props.runDurationInMs);
  return ms === undefined ? <span className="text-faint">–</span> : <Duration ms={ms} />;
}

function durationOf(row: WaterfallRow, now: number, runDurationInMs: number | undefined): number | undefined {
  if (row.kind === 'run') return runDurationInMs;
  if (row.kind === 'step') return stepDuration(row.step, now);
  if (row.kind === 'children') return groupDuration(row.group, now);
  const extent = extentOf(row.segments);
  return extent && extent.to - extent.from;
}

type GroupRowProps = {
  row: Extract<WaterfallRow, { kind: 'children' | 'fold' }>;
  axis: TimeAxis;
  now: number;
  index: number;
  /** Pixels from the top of the list. */
  start: number;
  onToggle: (sequence: number) => void;
};

/** The children below the step that waits for them, or many equal steps. It is not selected: it leads to what it holds. */
export function GroupRow({ row, axis, now, index, start, onToggle }: GroupRowProps) {
  const isFold = row.kind === 'fold';
  return (
    <tr
      {...treeRole.row}
      aria-rowindex={index + 2}
      aria-level={isFold ? 2 : 3}
      className={cn(
        grid,
        'flows-in-print absolute top-0 left-0 h-[32px] w-full items-center border-line/60 border-b bg-sunken/50 text-sm',
      )}
      style={{ transform: `translateY(${start}px)` }}
    >
      <td {...treeRole.cell} className={cn('flex min-w-0 items-center gap-1.5 pr-3', isFold ? 'pl-6' : 'pl-10')}>
        {isFold ? (
          <FoldName row={row} onToggle={() => onToggle(row.sequence)} />
        ) : (
          <ChildrenName group={row.group} now={now} />
        )}
      </td>
      <td {...treeRole.cell} className="px-2 text-right text-muted text-xs">
        <RowDuration row={row} now={now} runDurationInMs={undefined} />
      </td>
      <td {...treeRole.cell} className="relative mx-3 hidden h-full md:block">
        <WaterfallBar segments={row.segments} axis={axis} />
      </td>
    </tr>
  );
}

function FoldName({ row, onToggle }: { row: Extract<WaterfallRow, { kind: 'fold' }>; onToggle: () => void }) {
  const Icon = row.isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={row.isOpen}
      onClick={onToggle}
      className="flex min-w-0 items-center gap-1.5 rounded hover:underline"
    >
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted" />
      <StatusIcon status={row.status} />
      <span className="sr-only">{statusLook[row.status].word}</span>
      <span title={row.name} className="truncate">
        {row.name}
      </span>
      <span className="text-muted">×{numberText(row.count)}</span>
    </button>
  );
}

function ChildrenName({ group, now }: { group: ChildGroup; now: number }) {
  const [only, ...others] = group.children;
  if (only === undefined) return null;
  const href = (id: string) => `/tasks/${encodeURIComponent(id)}`;
  const link = 'min-w-0 truncate text-accent hover:underline';
  if (others.length === 0)
    return (
      <>
        <StatusIcon status={only.status} />
        <span className="sr-only">{statusLook[only.status].word}</span>
        <Link href={href(only.id)} prefetch={false} title={only.name} className={link}>
          {only.name}
        </Link>
      </>
    );
  const failed = group.children.filter(({ status }) => status === 'failed' || status === 'timedOut').length;
  const ids = group.children.slice(0, linkedChildren).map(({ id }) => id);
  return (
    <>
      <Link
        href={taskListPath([{ kind: 'field', key: 'id', values: ids }])}
        prefetch={false}
        className="flex min-w-0 shrink-[0.5] gap-1 text-accent hover:underline"
      >
        <span title={group.type} className="truncate">
          {group.type}
        </span>{' '}
        <span>×{group.children.length}</span>
      </Link>
      {failed > 0 && (
        <Badge tone="danger" icon={CircleX}>
          {failed} failed
        </Badge>
      )}
      <span title={childrenWords(group, now)} className="min-w-0 truncate text-muted text-xs">
        {childrenWords(group, now)}
      </span>
    </>
  );
}
