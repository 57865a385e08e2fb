import type { ReactNode } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { grid, RowDuration } from './step-row.tsx';
import type { TimeAxis } from './time-axis.ts';
import { treeRole } from './tree-roles.ts';
import type { WaterfallRow } from './waterfall.model.ts';
import { WaterfallBar } from './waterfall-bar.tsx';
import { WaterfallScale } from './waterfall-header.tsx';

/** The names of the columns, which stay in view. */
export function TreeHead({ axis }: { axis: TimeAxis }) {
  return (
    <thead {...treeRole.rowgroup} className="sticky top-0 z-10 block border-line border-b bg-surface">
      <tr {...treeRole.row} aria-rowindex={1} className={cn(grid, 'h-8 items-center text-muted text-xs')}>
        <th {...treeRole.columnheader} className="px-3 text-left font-medium">
          Step
        </th>
        <th {...treeRole.columnheader} className="px-2 text-right font-medium">
          Duration
        </th>
        <th {...treeRole.columnheader} className="relative mx-3 hidden h-full md:block">
          <span className="sr-only">Time</span>
          <WaterfallScale axis={axis} />
        </th>
      </tr>
    </thead>
  );
}

type TreeRowProps = {
  row: Extract<WaterfallRow, { kind: 'run' | 'step' }>;
  index: number;
  /** Pixels from the top of the rows. */
  start: number;
  isCurrent: boolean;
  name: ReactNode;
  axis: TimeAxis;
  now: number;
  runDurationInMs: number | undefined;
  onFocus: () => void;
  onSelect: () => void;
};

/** The row of the run, or of one of its steps. */
export function TreeRow({ row, index, start, isCurrent, name, axis, ...props }: TreeRowProps) {
  return (
    <tr
      {...treeRole.row}
      data-row={index}
      aria-rowindex={index + 2}
      aria-level={row.kind === 'run' ? 1 : 2}
      aria-selected={isCurrent}
      onFocus={props.onFocus}
      tabIndex={isCurrent ? 0 : -1}
      className={cn(
        grid,
        'flows-in-print absolute top-0 left-0 h-[32px] w-full cursor-default items-center border-line/60 border-b text-sm -outline-offset-2 hover:bg-hover/70 aria-selected:bg-selected/70',
      )}
      style={{ transform: `translateY(${start}px)` }}
      onClick={props.onSelect}
    >
      <td {...treeRole.cell} className="flex min-w-0 items-center gap-1.5 px-3">
        {name}
      </td>
      <td {...treeRole.cell} className="px-2 text-right text-muted text-xs">
        <RowDuration row={row} now={props.now} runDurationInMs={props.runDurationInMs} />
      </td>
      <td {...treeRole.cell} className="relative mx-3 hidden h-full md:block">
        <WaterfallBar segments={row.segments} axis={axis} />
      </td>
    </tr>
  );
}
