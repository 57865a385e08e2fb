'use client';
import { Ellipsis } from 'lucide-react';
import { asCurl } from '@/components/run/as-curl.ts';
import { referenceOf } from '@/components/state/entry.ts';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { useCopy } from '@/components/ui/use-copy.ts';

/** How to name or read an entry elsewhere, to be copied. */
export function CopyEntryMenu({ storeName, id }: { storeName: string; id: string }) {
  const { copy } = useCopy();
  const path = `/v1/stores/${encodeURIComponent(storeName)}/entries/${encodeURIComponent(id)}`;
  const items = [
    { label: 'Reference', text: () => referenceOf({ storeName, id }) },
    { label: 'Link to this page', text: () => window.location.href },
    { label: 'Read with curl', text: () => asCurl({ method: 'GET', path }) },
    {
      label: 'Read with TypeScript',
      text: () => `await client.getStateClient().getStateAsync(${JSON.stringify(storeName)}, ${JSON.stringify(id)});`,
    },
  ];
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" iconOnly aria-label="More to copy">
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {items.map(({ label, text }) => (
          <DropdownMenuItem key={label} onSelect={() => void copy(text(), label.toLowerCase())}>
            Copy: {label.toLowerCase()}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
