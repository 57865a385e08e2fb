'use client';
import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Fragment } from 'react';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import type { PageAction } from './page-actions.ts';
import { usePageActions } from './use-page-actions.ts';

/** Something that can be done to the record of a page. `name` is the same in all of its states, where it has several. */
export type ListedAct = PageAction & { icon: LucideIcon; isDangerous?: boolean; name?: string };

/** "More actions" of a page: its acts in groups, which the palette has too. */
export function ActsMenu({ groups }: { groups: readonly (readonly ListedAct[])[] }) {
  usePageActions(groups.flat());
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button iconOnly aria-label="More actions">
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {groups.map((group, index) => (
          <Fragment key={group[0]?.label}>
            {index > 0 && <DropdownMenuSeparator />}
            {group.map(({ icon: Icon, label, name = label, reason, run, isDangerous = false }) => (
              <DropdownMenuItem key={name} isDangerous={isDangerous} disabledReason={reason} onSelect={run}>
                <Icon aria-hidden /> {label}
              </DropdownMenuItem>
            ))}
          </Fragment>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
