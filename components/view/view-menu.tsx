'use client';
import { Bookmark, BookmarkPlus, Settings2 } from 'lucide-react';
import type { View } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';

type Props = {
  /** The views of this list. */
  views: readonly View[];
  onOpen: (view: View) => void;
  onSaveAs: () => void;
  onManage: () => void;
};

/** The saved views of a list, and the way to save what it shows as one. */
export function ViewMenu({ views, onOpen, onSaveAs, onManage }: Props) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" iconOnly aria-label="Saved views" title="Saved views">
          <Bookmark aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-80">
        {views.map((view) => (
          <DropdownMenuItem key={view.id} onSelect={() => onOpen(view)}>
            <Bookmark aria-hidden />
            <span className="min-w-0 flex-1 truncate">{view.name}</span>
            {view.isShared && <span className="text-muted text-xs">shared</span>}
          </DropdownMenuItem>
        ))}
        {views.length > 0 && <DropdownMenuSeparator />}
        <DropdownMenuItem onSelect={onSaveAs}>
          <BookmarkPlus aria-hidden /> Save as a view…
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={onManage}>
          <Settings2 aria-hidden /> Manage views…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
