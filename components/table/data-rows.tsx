'use client';
import type { VirtualItem } from '@tanstack/react-virtual';
import { WithShortTimes } from '@/components/ui/time.tsx';
import type { Column } from './column.ts';
import type { Selection } from './selection.ts';
import { SkeletonRow } from './skeleton-row.tsx';
import { tableRole } from './table-roles.ts';
import { type SelectEvent, TableRow } from './table-row.tsx';

type DataRowsProps<Row> = {
  rows: readonly (Row | undefined)[];
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  isDimmed: ((row: Row) => boolean) | undefined;
  count: number;
  drawn: readonly Pick<VirtualItem, 'index' | 'key'>[];
  currentId: string | undefined;
  openId: string | undefined;
  /** The row that Tab reaches. */
  tabStop: number;
  /** Absent where rows cannot be selected. */
  selection: Selection<Row> | undefined;
  columns: readonly Column<Row>[];
  pinnedCount: number;
  onCurrent: (index: number) => void;
  onSelect: (index: number, event: SelectEvent) => void;
  onOpen: ((index: number, isNewTab: boolean) => void) | undefined;
  onLeave: (index: number) => void;
  onMenu: ((index: number, at: { x: number; y: number }) => void) | undefined;
};

/** The rows of a `DataTable` that are drawn, each at its place. */
export function DataRows<Row>(props: DataRowsProps<Row>) {
  const { rows, rowId, columns, selection, currentId, pinnedCount } = props;
  return (
    <tbody
      {...tableRole.rowgroup}
      className="flows-in-print relative block"
      style={{ height: `calc(var(--row-height) * ${props.count})` }}
    >
      <WithShortTimes>
        {props.drawn.map(({ index, key }) => {
          const row = rows[index];
          if (row === undefined)
            return <SkeletonRow key={key} index={index} columns={columns} isSelectable={selection !== undefined} />;
          const id = rowId(row);
          return (
            <TableRow
              key={key}
              index={index}
              label={props.rowLabel(row)}
              isCurrent={id === currentId}
              isOpen={id === props.openId}
              isTabStop={index === props.tabStop}
              isSelected={selection?.has(id)}
              isDimmed={props.isDimmed?.(row) === true}
              source={row}
              columns={columns}
              pinnedCount={pinnedCount}
              cellOf={(column) => columns[column]?.cell(row)}
              onCurrent={props.onCurrent}
              onSelect={props.onSelect}
              onOpen={props.onOpen}
              onLeave={props.onLeave}
              onMenu={props.onMenu}
            />
          );
        })}
      </WithShortTimes>
    </tbody>
  );
}
