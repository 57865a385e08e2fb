const firstInMs = 20;
const maximumInMs = 2_000;

/** Waits before try number `tries` + 1: 40 ms after the first, twice as long after each further one, at most two seconds. */
export function backOff(tries: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(maximumInMs, firstInMs * 2 ** tries)));
}
