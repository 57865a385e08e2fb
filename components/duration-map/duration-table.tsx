import type { TaskDurations } from '#contract';
import { formatRoundDuration } from '@/components/ui/duration.tsx';
import { ScrollRegion } from '@/components/ui/scroll-region.tsx';
import { Time } from '@/components/ui/time.tsx';
import { countOf } from './duration-map.model.ts';

/** A map as the table that it is drawn from, the newest first. */
export function DurationTable({ durations: { cells } }: { durations: TaskDurations }) {
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
          {cells.toReversed().map((cell) => (
            <tr key={`${cell.on} ${cell.fromInMs}`} className="border-line border-t">
              <th scope="row" className="px-2 py-1 text-left font-normal">
                <Time value={cell.on} style="absolute" />
              </th>
              <td className="px-2 py-1">
                {formatRoundDuration(cell.fromInMs)}{' '}
                {cell.toInMs === undefined ? 'and longer' : `to ${formatRoundDuration(cell.toInMs)}`}
              </td>
              <td className="tabular px-2 py-1">{countOf(cell).toLocaleString('en')}</td>
              <td className="tabular px-2 py-1">{cell.failed.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
