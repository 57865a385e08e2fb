'use client';
import { useEffect, useRef } from 'react';

const pollInMs = 2_000;

/** Calls back once the service answers again. */
export function useServiceReturn(isAway: boolean, onReturn: () => void): void {
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
      if ((await isServiceReady(signal)) && !signal.aborted) present.current();
      if (!signal.aborted) timer = setTimeout(() => void look(), pollInMs);
    };
    timer = setTimeout(() => void look(), pollInMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isAway]);
}

async function isServiceReady(signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch('/api/healthz', { signal, cache: 'no-store' });
    const answer: unknown = response.ok ? await response.json() : undefined;
    return typeof answer === 'object' && answer !== null && 'service' in answer && answer.service === 'ready';
  } catch {
    return false; // the dashboard itself is away too
  }
}
