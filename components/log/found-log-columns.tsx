'use client';
import type { FoundLogEntry } from '#contract';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import { jsonSummary } from '@/components/json/json-tree.model.ts';
import type { Column } from '@/components/table/column.ts';
import { FilterCell } from '@/components/task/filter-cell.tsx';
import { TaskLink } from '@/components/task/task-link.tsx';
import type { Named } from '@/components/task/task-names.ts';
import { cn } from '@/components/ui/class-names.ts';
import { formatAbsolute } from '@/components/ui/time-format.ts';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { Highlighted } from './highlighted.tsx';
import { firstLine, levelTone } from './log-line.tsx';

/** The address of a line in the log of its run. */
export function logLinePath({ taskId, runCount, id }: FoundLogEntry): string {
  return `/tasks/${encodeURIComponent(taskId)}?${new URLSearchParams({ run: String(runCount), tab: 'logs', line: id })}`;
}

/** The columns of the logs of all tasks. `search` is marked in the messages. */
export function foundLogColumns(onFilter: (clause: Clause) => void, search: string): Column<Named<FoundLogEntry>>[] {
  return [
    {
      id: 'time',
      header: 'Time',
      width: '12.5rem',
      card: 'detail',
      cell: ({ loggedOn }) => <LineTime value={loggedOn} />,
    },
    {
      id: 'level',
      header: 'Level',
      width: '4.5rem',
      card: 'end',
      cell: ({ level }) => (
        <FilterCell label={`level ${level}`} onFilter={() => onFilter(fieldClause('level', level))}>
          <span className={cn('font-medium font-mono text-xs', levelTone[level])}>{level}</span>
        </FilterCell>
      ),
    },
    {
      id: 'message',
      header: 'Message',
      width: 'minmax(16rem, 6fr)',
      card: 'title',
      cell: ({ message, fields }) => (
        <span className="block truncate whitespace-pre font-mono text-xs">
          <Highlighted text={firstLine(message.slice(0, 2_000))} search={search} />
          {fields !== undefined && (
            <span className="ml-2 text-faint">
              <Highlighted text={jsonSummary(fields, 160)} search={search} />
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      width: 'minmax(9.5rem, 1fr)',
      dropOrder: 1,
      cell: ({ type }) => (
        <FilterCell label={`type ${type}`} onFilter={() => onFilter(fieldClause('type', type))}>
          <span className="font-mono text-muted text-xs">{type}</span>
        </FilterCell>
      ),
    },
    {
      id: 'task',
      header: 'Task and run',
      width: 'minmax(12.5rem, 1fr)',
      dropOrder: 2,
      cell: (line) => (
        <FilterCell label={`task ${line.taskId}`} onFilter={() => onFilter(fieldClause('task', line.taskId))}>
          <TaskLink
            taskId={line.taskId}
            runCount={line.runCount}
            href={logLinePath(line)}
            names={line.taskNames}
            maximum={22}
            tabIndex={-1}
          />
        </FilterCell>
      ),
    },
  ];
}

/** Lines stand in their order, so their times are absolute whatever the operator prefers. */
function LineTime({ value }: { value: string }) {
  const { timeZone } = useTimePreferences();
  return (
    <time dateTime={value} title={value} className="tabular truncate font-mono text-faint text-xs">
      {formatAbsolute(new Date(value), timeZone, { milliseconds: true })}
    </time>
  );
}
