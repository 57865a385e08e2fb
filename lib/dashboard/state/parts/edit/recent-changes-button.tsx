'use client';
import { History } from 'lucide-react';
import { useState } from 'react';
import { undoneShare, useRecentChanges } from '@/components/state/edit/recent-changes.ts';
import { RecentChangesList } from '@/components/state/edit/recent-changes-list.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover.tsx';
import { presentTime } from '@/components/ui/present.ts';
import { isShortcut } from '@/components/ui/single-keys.ts';
import { toast } from '@/components/ui/toast.ts';
import { useDocumentKey } from '@/components/ui/use-document-key.ts';
import { stopUndo, undoRemembered } from '../../undo-remembered.ts';
import { useRefreshState } from '../../use-tell-change.ts';

/** A change older than this is not undone by a key alone. */
const undoneByKeyInMs = 120_000;

/** The changes that were made in this tab, with their way back. Z undoes the last one, or shows them when it is older. */
export function RecentChangesButton({ storeName }: { storeName: string }) {
  const changes = useRecentChanges();
  const refresh = useRefreshState();
  const [isOpen, setOpen] = useState(false);
  const undoing = changes.find(({ state, partCount = 1 }) => state === 'undoing' && partCount > 1);

  const undo = async (key: string) => {
    const title = changes.find((change) => change.key === key)?.title ?? '';
    const outcome = await undoRemembered(key);
    if (outcome.isUndone) toast.success('Undone', { description: title });
    else toast.error('The change was not undone', { description: outcome.reason });
    await refresh();
  };
  useDocumentKey((event) => {
    if (event.key.toLowerCase() !== 'z' || !isShortcut(event)) return;
    event.preventDefault();
    const last = changes.find((change) => change.state === 'done' && change.storeName === storeName);
    if (last !== undefined && presentTime() - last.on < undoneByKeyInMs) void undo(last.key);
    else setOpen(true);
  });

  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="sm">
          <History aria-hidden />
          <span className="max-sm:sr-only tabular-nums">
            {undoing === undefined ? 'Recent changes' : `Undoing… ${undoneShare(undoing)} %`}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Recent changes" className="w-96" align="end">
        <RecentChangesList changes={changes} storeName={storeName} onUndo={(key) => void undo(key)} onStop={stopUndo} />
      </PopoverContent>
    </Popover>
  );
}
