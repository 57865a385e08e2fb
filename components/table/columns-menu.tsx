'use client';
import { Columns3 } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import type { Column } from './column.ts';
import type { LeftOut } from './left-out.ts';
import { namingColumn, type TableLayout, withoutColumn, writeLayout } from './table-layout.ts';

type Props = {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'card' | 'isAdded'>[];
  layout: TableLayout;
  onLayout: (layout: TableLayout | undefined) => void;
  leftOut: LeftOut;
  /** Asks for a column to add, where the list can have more. */
  onAdd?: { label: string; disabledReason?: string | undefined; ask: () => void };
};

const leftOutWords = { noRoom: 'no room', noPlace: 'not on a phone' } as const;

/** Which columns are shown, for the toolbar of a table. It works at phone width too, where rows are cards without a header. */
export function ColumnsMenu({ columns, layout, onLayout, leftOut, onAdd }: Props) {
  const naming = namingColumn(columns);
  const choose = (id: string, isShown: boolean) =>
    onLayout({ ...layout, visibility: { ...layout.visibility, [id]: isShown } });
  const without = columns.filter(({ id }) => leftOut[id] === 'noRoom' && layout.visibility[id] !== false).length;
  const name = without === 0 ? 'Choose columns' : `Choose columns: ${without} without room`;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" iconOnly aria-label={name} title={name} className="relative">
          <Columns3 aria-hidden />
          {without > 0 && (
            <span aria-hidden className="absolute top-0 right-0 text-[0.625rem] text-muted leading-none tabular-nums">
              {without}
            </span>
          )}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" isLive>
        {columns.map(({ id, header }) => (
          <DropdownMenuCheckboxItem
            key={id}
            checked={layout.visibility[id] !== false && leftOut[id] === undefined}
            disabled={id === naming || leftOut[id] === 'noPlace'}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(isShown) => choose(id, isShown)}
          >
            {header}
            {leftOut[id] && <span className="ml-auto pl-4 text-muted text-xs">{leftOutWords[leftOut[id]]}</span>}
          </DropdownMenuCheckboxItem>
        ))}
        <DropdownMenuSeparator />
        {onAdd && (
          <DropdownMenuItem disabledReason={onAdd.disabledReason} onSelect={() => onAdd.ask()}>
            {onAdd.label}
          </DropdownMenuItem>
        )}
        {columns.map(
          ({ id, header, isAdded }) =>
            isAdded && (
              <DropdownMenuItem key={id} onSelect={() => onLayout(withoutColumn(layout, id))}>
                Remove {header}
              </DropdownMenuItem>
            ),
        )}
        <DropdownMenuItem
          disabledReason={writeLayout(layout, columns) === '' ? 'These are the default columns' : undefined}
          onSelect={() => onLayout(undefined)}
        >
          Reset columns
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
