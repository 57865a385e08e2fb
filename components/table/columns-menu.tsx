'use client';
import { Columns3 } from 'lucide-react';
import type { Column } from '@/components/table/column.ts';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';

type Props = {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'dropOrder'>[];
  /** Ids of the columns chosen; `null` while those are shown that fit. */
  chosen: readonly string[] | null;
  onChoose: (ids: string[] | null) => void;
};

/** Which columns are shown; the choice is part of the address. */
export function ColumnsMenu({ columns, chosen, onChoose }: Props) {
  const all = columns.map(({ id }) => id);
  const shown = chosen ?? all;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          iconOnly
          aria-label="Choose columns"
          title="Choose columns"
          className="max-sm:hidden"
        >
          <Columns3 aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {columns.map(({ id, header, dropOrder }) => (
          <DropdownMenuCheckboxItem
            key={id}
            checked={shown.includes(id)}
            disabled={dropOrder === undefined}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={(isShown) => onChoose(all.filter((one) => (one === id ? isShown : shown.includes(one))))}
          >
            {header}
          </DropdownMenuCheckboxItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuItem
          disabledReason={chosen === null ? 'Visible columns' : undefined}
          onSelect={() => onChoose(null)}
        >
          Automatic
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
