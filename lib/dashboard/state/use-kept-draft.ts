'use client';
import { useEffect, useRef, useState } from 'react';
import { clearEntryDraft, type EntryDraft, writeEntryDraft } from '@/components/state-edit/entry-draft.ts';

/** Longer texts are written when the typing pauses: each write takes the whole of it. */
const writtenAtOnce = 64 * 1024;
const pauseInMs = 400;

/**
 * Keeps an unfinished edit while it is written, so that it survives a reload; `undefined`: there is none, and none is
 * kept. Tells whether the browser has room for it. `forget` ends it: what is shown is kept no more.
 */
export function useKeptDraft(
  { storeName, id }: { storeName: string; id: string | undefined },
  draft: EntryDraft | undefined,
): { isKept: boolean; forget: () => void } {
  const [isKept, setKept] = useState(true);
  const pending = useRef<() => void>(undefined);
  const isForgotten = useRef(false);

  useEffect(() => {
    if (isForgotten.current) return;
    if (draft === undefined) {
      pending.current = undefined; // or the end would write what was thrown away
      clearEntryDraft(storeName, id);
      return;
    }
    const write = () => {
      pending.current = undefined;
      setKept(writeEntryDraft(storeName, id, draft));
    };
    if (draft.form.text.length <= writtenAtOnce) return write();
    pending.current = write;
    const timer = setTimeout(write, pauseInMs);
    return () => clearTimeout(timer);
  }, [storeName, id, draft]);

  useEffect(() => {
    const flush = () => pending.current?.();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  return {
    isKept,
    forget: () => {
      isForgotten.current = true;
      pending.current = undefined;
      clearEntryDraft(storeName, id);
    },
  };
}
