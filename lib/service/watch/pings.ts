import { callInTurns } from '../callers/call-in-turns.ts';

const pingInMs = 1_000;

/** Returns the function that calls a listener every second, until the function that it returns is called. */
export function createPings(): (listener: () => void) => () => void {
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  return (listener) => {
    listeners.add(listener);
    timer ??= setInterval(() => void callInTurns(listeners, (each) => each()), pingInMs);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  };
}
