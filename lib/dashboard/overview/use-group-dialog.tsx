'use client';
import { useState } from 'react';
import { laterDialog } from '@/components/shell/later-part.ts';
import type { AskedGroup } from './parts/group-dialog.tsx';

const GroupDialog = laterDialog(() => import('./parts/group-dialog.tsx').then((loaded) => loaded.GroupDialog));

/** The dialog of a cause. It is to be rendered above the rows, which go when their causes do. */
export function useGroupDialog() {
  const [asked, setAsked] = useState<AskedGroup>();
  const dialog = asked !== undefined && <GroupDialog {...asked} onClose={() => setAsked(undefined)} />;
  return { ask: setAsked, dialog };
}
