import { useMemo } from 'react';
import { counted, numberText, type TaskDurations } from '#contract';
import { formatRoundDuration } from '@/components/ui/duration.tsx';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { Time } from '@/components/ui/time.tsx';
import { type Area, areaOf, type Cell, countOf, gridOf } from './duration-map.model.ts';

type DurationTableProps = {
  durations: TaskDurations;
  /** The rectangle that is selected now. */
  selected: Area | undefined;
  onSelect: (area: Area | undefined) => void;
};

/** A map as the table that it is drawn from, the newest first. Its numbers select the tasks that they count. */
export function DurationTable({ durations, selected, onSelect }: DurationTableProps) {
  const grid = useMemo(() => gridOf(durations), [durations]);
  return (
    <ScrollRegion aria-label="Tasks by time of end and duration" className="h-52 overflow-y-auto">
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-surface text-left text-muted text-xs">
          <tr>
            {['Ended from', 'Took', 'Tasks', 'Failed'].map((title) => (
              <th key={title} scope="col" className="px-2 py-1 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.cells.toReversed().map((cell) => {
            const area = areaOf(durations, grid, { start: cell, end: cell });
            const isSelected = selected !== undefined && isSame(area, selected);
            return (
              <tr key={`${cell.on} ${cell.fromInMs}`} className="border-line border-t">
                <th scope="row" className="px-2 py-1 text-left font-normal">
                  <Time value={cell.on} style="absolute" />
                </th>
                <td className="px-2 py-1">{bandWords(cell)}</td>
                <td className="tabular px-2 py-1">
                  <button
                    type="button"
                    aria-pressed={isSelected}
                    aria-label={`Select ${counted(countOf(cell), 'task')}, ${bandWords(cell)}`}
                    className="min-h-6 min-w-8 rounded-sm px-1 text-left text-accent underline aria-pressed:bg-selected"
                    onClick={() => onSelect(isSelected ? undefined : area)}
                  >
                    {numberText(countOf(cell))}
                  </button>
                </td>
                <td className="tabular px-2 py-1">{numberText(cell.failed)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function bandWords({ fromInMs, toInMs }: Cell): string {
  return `${formatRoundDuration(fromInMs)} ${toInMs === undefined ? 'and longer' : `to ${formatRoundDuration(toInMs)}`}`;
}

function isSame(one: Area, other: Area): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.minimumInMs === other.minimumInMs &&
    one.maximumInMs === other.maximumInMs
  );
}
