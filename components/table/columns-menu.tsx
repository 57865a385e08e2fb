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
import { namingColumn, type TableLayout, withoutColumn, writeLayout } from './table-layout.ts';

type Props = {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'card' | 'isAdded'>[];
  layout: TableLayout;
  onLayout: (layout: TableLayout | undefined) => void;
  /** Asks for a column to add, where the list can have more. */
  onAdd?: { label: string; disabledReason?: string | undefined; ask: () => void };
};

/** Which columns are shown, for the toolbar of a table. It works at phone width too, where rows are cards without a header. */
export function ColumnsMenu({ columns, layout, onLayout, onAdd }: Props) {
  const naming = namingColumn(columns);
  const choose = (id: string, isShown: boolean) =>
    onLayout({ ...layout, visibility: { ...layout.visibility, [id]: isShown } });
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" iconOnly aria-label="Choose columns" title="Choose columns">
          <Columns3 aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" isLive>
        {columns.map(({ id, header }) => (
          <DropdownMenuCheckboxItem
            key={id}
            checked={layout.visibility[id] !== false}
            disabled={id === naming}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(isShown) => choose(id, isShown)}
          >
            {header}
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
