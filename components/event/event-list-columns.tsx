'use client';
import type { EventWait, ExternalEvent } from '#contract';
import { type EventRow, taskEventColumns } from '@/components/event/event-columns.tsx';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import type { Column } from '@/components/table/column.ts';
import { FilterCell } from '@/components/task/filter-cell.tsx';
import { TaskLink } from '@/components/task/task-link.tsx';
import type { Named, TaskNames } from '@/components/task/task-names.ts';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';

type AddFilter = (clause: Clause) => void;

type TaskCellProps = { id: string; runCount: number; names: TaskNames; onFilter: AddFilter };

function TaskCell({ id, runCount, names, onFilter }: TaskCellProps) {
  return (
    <FilterCell label={`task ${id}`} onFilter={() => onFilter(fieldClause('task', id))}>
      <TaskLink taskId={id} runCount={runCount} names={names} maximum={22} />
    </FilterCell>
  );
}

/** The columns of the list of all external events: those of one task's list, and the task. */
export function eventColumns(onFilter: AddFilter): Column<Named<ExternalEvent>>[] {
  const [name, ...rest] = taskEventColumns.map((column) => ({
    ...column,
    cell: (event: Named<ExternalEvent>) => column.cell(toRow(event)),
  }));
  const task: Column<Named<ExternalEvent>> = {
    id: 'task',
    header: 'Task and run',
    width: 'minmax(10rem, 1.5fr)',
    card: 'detail',
    cell: (event) => (
      <TaskCell id={event.taskId} runCount={event.runCount} names={event.taskNames} onFilter={onFilter} />
    ),
  };
  const filterName: Column<Named<ExternalEvent>>[] =
    name === undefined
      ? []
      : [
          {
            ...name,
            cell: (event) => (
              <FilterCell label={`name ${event.name}`} onFilter={() => onFilter(fieldClause('name', event.name))}>
                {name.cell(event)}
              </FilterCell>
            ),
          },
        ];
  const withoutCard = rest.map(({ card, ...column }) =>
    card === 'detail' ? column : { ...column, ...(card && { card }) },
  );
  return [...filterName, task, ...withoutCard];
}

function toRow(event: ExternalEvent): EventRow {
  return event;
}

/** The columns of the list of runs that wait; `reason` is why the operator may not raise events. */
export function waitColumns(
  onFilter: AddFilter,
  { onRaise, reason }: { onRaise: (wait: EventWait) => void; reason: string | undefined },
): Column<Named<EventWait>>[] {
  return [
    {
      id: 'name',
      header: 'Waits for',
      width: 'minmax(10rem, 1fr)',
      card: 'title',
      cell: (wait) => (
        <FilterCell label={`name ${wait.eventName}`} onFilter={() => onFilter(fieldClause('name', wait.eventName))}>
          <span className="font-mono text-xs">{wait.eventName}</span>
        </FilterCell>
      ),
    },
    {
      id: 'task',
      header: 'Task and run',
      width: 'minmax(13rem, 1.5fr)',
      card: 'detail',
      cell: (wait) => <TaskCell id={wait.taskId} runCount={wait.runCount} names={wait.taskNames} onFilter={onFilter} />,
    },
    {
      id: 'type',
      header: 'Type',
      dropOrder: 1,
      width: 'minmax(9rem, 1fr)',
      cell: (wait) => <span className="truncate font-mono text-muted text-xs">{wait.type}</span>,
    },
    { id: 'since', header: 'Since', width: '8rem', card: 'end', cell: (wait) => <Time value={wait.since} /> },
    {
      id: 'until',
      header: 'Timeout',
      dropOrder: 2,
      width: '8rem',
      cell: (wait) =>
        wait.until === undefined ? <span className="text-muted">never</span> : <Time value={wait.until} />,
    },
    {
      id: 'raise',
      header: 'Action',
      width: '6rem',
      card: 'detailEnd',
      cell: (wait) => (
        <Button
          size="sm"
          className="h-6"
          disabledReason={reason}
          aria-label={`Raise ${wait.eventName} on ${wait.taskId}`}
          onClick={(event) => {
            event.stopPropagation();
            onRaise(wait);
          }}
        >
          Raise
        </Button>
      ),
    },
  ];
}
