let lastRead = 0;

/**
 * Returns the bytes of memory of this process. Where it has no file handle left to read them with, those that were read last:
 * a figure for people must keep no heartbeat back.
 */
export function memoryInUse(): number {
  try {
    lastRead = process.memoryUsage.rss();
  } catch {
    // the last one
  }
  return lastRead;
}
