/**
 * Ends the process at a defect in what keeps it at work: without that it would live on, hold its runs, and do nothing. Throws
 * outside of all calls, so it counts as an uncaught exception also where rejected promises do not end a process.
 */
export function endProcess(defect: unknown): void {
  setImmediate(() => {
    throw defect;
  });
}
