const firstInMs = 20;
const maximumInMs = 2_000;

/**
 * Waits before the next of several tries: 40 ms after the first, doubled after each further one, at most two seconds.
 */
export function backOff(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(maximumInMs, firstInMs * 2 ** tries)));
}
