'use client';
import { useCallback, useEffect, useRef } from 'react';

/** Calls at once, then at most once per interval; a call made in between is made up for at its end. */
export function useThrottled(call: () => unknown, intervalInMs: number): () => void {
  const present = useRef(call);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOwed = useRef(false);
  useEffect(() => {
    present.current = call;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined; // a page that was hidden and is shown again begins anew
      isOwed.current = false;
    },
    [],
  );

  return useCallback(() => {
    if (timer.current !== undefined) {
      isOwed.current = true;
      return;
    }
    const wait = () => {
      timer.current = setTimeout(() => {
        timer.current = undefined;
        if (!isOwed.current) return;
        isOwed.current = false;
        present.current();
        wait();
      }, intervalInMs);
    };
    present.current();
    wait();
  }, [intervalInMs]);
}
