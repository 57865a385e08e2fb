'use client';
import { cn } from '@/components/ui/class-names.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { tableRole } from './table-roles.ts';
import { rowLayout } from './table-row.tsx';

/** A row whose data is on its way, in the shape of what comes. */
export function SkeletonRow(props: { index: number; start: number; height: number; columnIds: readonly string[] }) {
  return (
    <tr
      {...tableRole.row}
      aria-rowindex={props.index + 2}
      aria-busy="true"
      className={cn(rowLayout, 'absolute top-0 left-0 w-full border-line border-b')}
      style={{ transform: `translateY(${props.start}px)`, height: props.height }}
    >
      {props.columnIds.map((id, position) => (
        <td key={id} {...tableRole.cell} className={cn(position > 2 && 'max-sm:hidden')}>
          <Skeleton className={cn('h-3', (props.index + position) % 3 === 0 ? 'w-1/2' : 'w-3/4')} />
        </td>
      ))}
    </tr>
  );
}
