'use client';
import { useState } from 'react';
import { isLeavingAsked, leaveBy } from '@/components/shell/use-leave-guard.ts';
import { useEditParams } from './edit-params.ts';

/** Why the entry that is shown, or edited, is that one. */
type Reason = 'asked' | 'followed' | 'edited';

/**
 * The entry that is shown beside the table of its store, or edited there. While nothing is unsaved it follows the table's
 * current row, and leaves the focus there.
 */
export function useEditBeside({ shownId, show }: { shownId: string | null; show: (id: string | null) => void }) {
  const params = useEditParams();
  const [reason, setReason] = useState<Reason>('asked');
  const editedId = params.shown.edit;

  const showFor = (next: Reason, id: string | null) => {
    setReason(next);
    show(id);
  };
  const follow = (id: string) => {
    if (editedId !== null) params.edit(id, 'replace');
    showFor('followed', id);
  };
  const close = () => {
    // an edit that was opened by a link alone: the entry takes its place, and has the focus
    if (shownId === null && editedId !== null) show(editedId);
    setReason('edited');
    params.close();
  };
  return {
    editedId,
    /** Whether the focus belongs to the table. */
    isFollowing: reason === 'followed',
    /** Whether the entry is shown because its editor was closed. */
    isBack: reason === 'edited',
    close,
    /** Begins an edit, with the focus in it. */
    edit(id: string) {
      if (editedId === id) focusValue();
      else {
        leaveBy(() => {
          showFor('asked', id);
          params.edit(id);
        });
      }
    },
    /** Shows an entry that was asked for, or none. The one that is edited already gets the focus. */
    open(id: string | null) {
      if (editedId === null) showFor('asked', id);
      else if (id === null) leaveBy(close);
      else if (editedId === id) focusValue();
      else leaveBy(() => follow(id));
    },
    /** Goes along with the table's current row. */
    move(id: string) {
      const present = editedId ?? shownId;
      if (present !== null && present !== id && !isLeavingAsked()) follow(id);
    },
  };
}

function focusValue(): void {
  document.querySelector<HTMLElement>('[data-entry-pane] .cm-content')?.focus();
}
