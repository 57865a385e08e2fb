'use client';
import { useEffect, useRef } from 'react';
import { isServiceReady } from './is-service-ready.ts';

const pollInMs = 2_000;

/**
 * Calls back when the service answers again, and every two seconds until `isAway` is false. The signal is aborted then.
 */
export function useServiceReturn(isAway: boolean, onReturn: (signal: AbortSignal) => unknown): void {
  const present = useRef(onReturn);
  useEffect(() => {
    present.current = onReturn;
  });
  useEffect(() => {
    if (!isAway) return;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      if ((await isServiceReady(signal)) && !signal.aborted) await present.current(signal);
      if (!signal.aborted) timer = setTimeout(() => void look(), pollInMs);
    };
    timer = setTimeout(() => void look(), pollInMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isAway]);
}
