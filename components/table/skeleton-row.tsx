'use client';
import { cn } from '@/components/ui/class-names.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import type { Column } from './column.ts';
import { tableRole } from './table-roles.ts';
import { placeOnCard, rowLayout, rowPlace, rowPlaceStyle } from './table-row.tsx';

/** A row whose data is on its way, in the shape of what comes. */
export function SkeletonRow(props: {
  index: number;
  columns: readonly Pick<Column<never>, 'id' | 'card'>[];
  isSelectable: boolean;
}) {
  return (
    <tr
      {...tableRole.row}
      aria-rowindex={props.index + 2}
      aria-busy="true"
      className={cn(rowLayout, rowPlace, 'border-line border-b bg-surface', !props.isSelectable && 'max-sm:pl-0')}
      style={rowPlaceStyle(props.index)}
    >
      {props.isSelectable && <td {...tableRole.cell} className="max-sm:[grid-area:select]" />}
      {props.columns.map(({ id, card }, position) => (
        <td key={id} {...tableRole.cell} className={placeOnCard(card)}>
          <Skeleton className={cn('h-3 max-sm:min-w-12', (props.index + position) % 3 === 0 ? 'w-1/2' : 'w-3/4')} />
        </td>
      ))}
    </tr>
  );
}
