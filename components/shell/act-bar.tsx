'use client';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import type { PageAction } from './page-actions.ts';
import { usePageActions } from './use-page-actions.ts';

/** Something that can be done to the record of a page. `name` is the same in all of its states. */
export type Act = PageAction & { name: string; icon: LucideIcon; isDangerous?: boolean };

export type Acts = { first: Act | undefined; others: readonly Act[] };

/** Returns the act of this name, if any, and all others in their order. */
export function withFirst(acts: readonly Act[], name: string | undefined): Acts {
  return { first: acts.find((act) => act.name === name), others: acts.filter((act) => act.name !== name) };
}

/** The one act that helps now as a button, and all others in a menu and in the palette. */
export function ActBar({ first, others }: Acts) {
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
