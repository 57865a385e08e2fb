import type { JsonValue } from '#contract';
import { jsonSummary } from '@/components/json/json-tree.model.ts';
import type { Column } from '@/components/table/column.ts';
import { atCursor, momentProps } from '@/components/time-cursor/use-marked-moment.ts';
import { cn } from '@/components/ui/class-names.ts';
import { Link } from '@/components/ui/link.tsx';
import { Time } from '@/components/ui/time.tsx';

/** An event as a table shows it. */
export type EventRow = {
  id: string;
  taskId: string;
  name: string;
  data: { value: JsonValue };
  raisedOn: string;
  raisedBy: string;
  runCount: number;
  consumedBy?: { runCount: number; sequence: number } | undefined;
  consumedOn?: string | undefined;
};

/** The columns of a list of one task's events. */
export const taskEventColumns: readonly Column<EventRow>[] = [
  {
    id: 'name',
    header: 'Event',
    width: 'minmax(8rem, 1.2fr)',
    card: 'title',
    cell: (event) => <span className="truncate font-mono text-xs">{event.name}</span>,
  },
  {
    id: 'value',
    header: 'Value',
    dropOrder: 2,
    width: 'minmax(8rem, 2fr)',
    card: 'detail',
    cell: (event) => (
      <span className="truncate font-mono text-muted text-xs">{jsonSummary(event.data.value, 100)}</span>
    ),
  },
  {
    id: 'raisedOn',
    header: 'Raised',
    width: '6.5rem',
    card: 'end',
    cell: (event) => (
      <span {...momentProps(event.id, event.raisedOn)} className={cn(atCursor, 'px-1')}>
        <Time value={event.raisedOn} />
      </span>
    ),
  },
  {
    id: 'raisedBy',
    header: 'By',
    dropOrder: 1,
    width: 'minmax(7rem, 1fr)',
    cell: (event) => <span className="truncate">{event.raisedBy}</span>,
  },
  {
    id: 'consumedBy',
    header: 'Consumed by',
    width: 'minmax(7rem, 1fr)',
    card: 'detailEnd',
    cell: (event) => <Consumed event={event} />,
  },
];

function Consumed({ event }: { event: EventRow }) {
  if (event.consumedBy === undefined) return <span className="text-muted">not yet</span>;
  const { runCount, sequence } = event.consumedBy;
  return (
    <Link
      href={`/tasks/${encodeURIComponent(event.taskId)}?run=${runCount}&step=${sequence}`}
      className="text-accent hover:underline"
    >
      run {runCount}, step {sequence + 1}
    </Link>
  );
}
