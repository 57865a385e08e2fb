'use client';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import type { View } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { viewAbout } from './view-words.ts';

type Props = {
  views: readonly View[];
  /** Moves a view to a place among the operator's own. */
  onMove: (view: View, place: number) => void;
  onRename: (view: View) => void;
  onDelete: (view: View) => void;
  onClose: () => void;
};

/** All views: their order, their names, and the end of those that are not needed. */
export function ManageViewsDialog({ views, onMove, onRename, onDelete, onClose }: Props) {
  const own = views.filter(({ isOwn }) => isOwn);
  return (
    <Dialog onClose={onClose}>
      <DialogContent size="md" title="Views" description="Your own come first, in your order.">
        {views.length === 0 && <p className="text-muted text-sm">No list is saved as a view yet.</p>}
        <ul aria-label="All views" className="grid gap-1">
          {views.map((view, index) => (
            <li key={view.id} className="flex items-center gap-1 rounded-md py-1 hover:bg-hover">
              <div className="min-w-0 flex-1 px-2">
                <p className="truncate font-medium text-sm">{view.name}</p>
                <p className="truncate text-muted text-xs">{viewAbout(view)}</p>
              </div>
              {view.isOwn && (
                <>
                  <Button
                    variant="ghost"
                    size="sm"
                    iconOnly
                    aria-label={`Move ${view.name} up`}
                    disabledReason={index === 0 ? 'It is the first one.' : undefined}
                    onClick={() => onMove(view, index - 1)}
                  >
                    <ArrowUp aria-hidden />
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    iconOnly
                    aria-label={`Move ${view.name} down`}
                    disabledReason={index === own.length - 1 ? 'It is the last one.' : undefined}
                    onClick={() => onMove(view, index + 1)}
                  >
                    <ArrowDown aria-hidden />
                  </Button>
                </>
              )}
              {view.canChange && (
                <>
                  <Button
                    variant="ghost"
                    size="sm"
                    iconOnly
                    aria-label={`Rename ${view.name}`}
                    onClick={() => onRename(view)}
                  >
                    <Pencil aria-hidden />
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    iconOnly
                    aria-label={`Delete ${view.name}`}
                    onClick={() => onDelete(view)}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </>
              )}
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
