/** How long to wait before the next try: twice as long each time, half a minute at most. */
export function retryDelay(failures: number): number {
  return Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1));
}
