'use client';
import { useEffect, useState } from 'react';
import type { EntryDraft } from '@/components/state/edit/entry-draft.ts';
import { DraftKeeper } from './draft-keeper.ts';

/**
 * Keeps an unfinished edit while it is written, so that it survives a reload; `undefined`: there is none, and none is
 * kept. Tells whether the browser has room for it. `forget` ends it: what is shown is kept no more.
 */
export function useKeptDraft(
  place: { storeName: string; id: string | undefined },
  draft: EntryDraft | undefined,
): { isKept: boolean; forget: () => void } {
  const [isKept, setKept] = useState(true);
  const [keeper] = useState(() => new DraftKeeper(place, setKept));
  useEffect(() => keeper.keep(draft), [keeper, draft]);
  useEffect(() => {
    const flush = () => keeper.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [keeper]);
  return { isKept, forget: () => keeper.forget() };
}
