'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { EntryPane } from '@/components/state/edit/entry-pane.tsx';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { focusPage } from '@/components/ui/page-focus.ts';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { problemOf } from '../../../problem/problem.ts';
import { openEntry } from '../../open-entry.ts';
import { EntryEditor } from './entry-editor.tsx';

type EditEntryProps = {
  storeName: string;
  id: string;
  /** Whether the focus stays where it is. */
  isFollowing: boolean;
  onClose: () => void;
};

/** Edits an entry, beside its table. A large value is opened only when asked for, and has the whole width. */
export function EditEntry({ storeName, id, isFollowing, onClose }: EditEntryProps) {
  const [wholeVersion, setWholeVersion] = useState<number>();
  useFocusBack();
  const { data, error, refetch } = useQuery({
    queryKey: ['state-edit', storeName, id, 'opened', wholeVersion],
    queryFn: ({ signal }) => openEntry({ storeName, id }, { wholeVersion, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data?.kind === 'open') {
    return (
      <EntryEditor {...{ storeName, id, isFollowing, onClose }} opened={data} isLong={wholeVersion !== undefined} />
    );
  }
  return (
    <EntryPane
      verb="Edit"
      id={id}
      description={`In the store ${storeName}`}
      isWide={false}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error !== null && (
        <ErrorState title="The entry could not be read" problem={problemOf(error)} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton className="min-h-72 w-full flex-1" />}
      {data?.kind === 'missing' && (
        <EmptyState title="There is no such entry">
          It was deleted or has expired. Versions of a deleted entry can be restored while they are kept.
        </EmptyState>
      )}
      {data?.kind === 'held' && (
        <div className="rounded-md border border-line bg-sunken p-3 text-sm">
          <p>The value is {formatBytes(data.bytes)}. It is opened in the editor on request.</p>
          <Button
            ref={isFollowing ? undefined : takeFocus}
            size="sm"
            className="mt-2"
            onClick={() => setWholeVersion(data.version)}
          >
            Open
          </Button>
        </div>
      )}
    </EntryPane>
  );
}

/** The one thing that can be done has the focus, where an editor would have it. */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** When the editor closes and nothing else takes the focus, the page has it, and with it the keys of its table. */
function useFocusBack(): void {
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusPage();
      });
    },
    [],
  );
}
