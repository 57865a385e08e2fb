'use client';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { partLoader } from '@/components/shell/part-loader.ts';
import type { AskedGroup } from './parts/group-dialog.tsx';

const GroupDialog = dynamic(
  partLoader(() => import('./parts/group-dialog.tsx').then((loaded) => loaded.GroupDialog)),
  { ssr: false },
);

/** The dialog of a cause. It is to be rendered above the rows, which go when their causes do. */
export function useGroupDialog() {
  const [asked, setAsked] = useState<AskedGroup>();
  const dialog = asked !== undefined && <GroupDialog {...asked} onClose={() => setAsked(undefined)} />;
  return { ask: setAsked, dialog };
}
