/** A timer of Node counts at most so many milliseconds. It takes more for 1. */
const longestTimerInMs = 2 ** 31 - 1;

/** Calls after some milliseconds, also after more than a timer can count; never after `Infinity`. Returns what cancels it. */
export function callAfter(delayInMs: number, call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (leftInMs: number): void => {
    const next = () => (leftInMs > longestTimerInMs ? wait(leftInMs - longestTimerInMs) : call());
    timer = setTimeout(next, Math.min(leftInMs, longestTimerInMs));
  };
  wait(delayInMs);
  return () => clearTimeout(timer);
}
