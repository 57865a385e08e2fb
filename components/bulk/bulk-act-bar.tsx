'use client';
import { Ellipsis } from 'lucide-react';
import { usePageActions } from '@/components/shell/use-page-actions.ts';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { type BulkActsProps, bulkActs } from './bulk-acts.ts';

/** The one act of an operation that helps now as a button, and all others in a menu and in the palette. */
export function BulkActBar(props: BulkActsProps) {
  const { first, others } = bulkActs(props);
  usePageActions(others);
  return (
    <div className="ml-auto flex gap-2">
      {first !== undefined && (
        <Button
          actionKey={first.label}
          variant={first.isDangerous === true ? 'danger' : 'primary'}
          disabledReason={first.reason}
          onClick={first.run}
        >
          <first.icon aria-hidden /> {first.label}
        </Button>
      )}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button iconOnly aria-label="More actions">
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {others.map(({ name, icon: Icon, label, reason, run, isDangerous = false }) => (
            <DropdownMenuItem key={name} isDangerous={isDangerous} disabledReason={reason} onSelect={run}>
              <Icon aria-hidden /> {label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}
