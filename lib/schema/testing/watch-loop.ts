/** No request and no check may keep the event loop from its other work for longer. */
export const longestTurnInMs = 50;

/** How often work is measured at most. */
export const maximumRuns = 6;

/**
 * Measures how long work keeps the event loop of this thread from other work: the largest CPU time of the thread between
 * two turns of the loop. Of up to six runs the quietest counts, because other programs slow the memory of a busy
 * machine down. Returns at once when a run stays below `longestTurnInMs`.
 */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let quietest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < maximumRuns && quietest >= longestTurnInMs; run += 1)
    quietest = Math.min(quietest, await measure(work));
  return quietest;
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = cpuInMs();
  const note = () => {
    const now = cpuInMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(note, 1);
  try {
    await work();
    note();
    return longest;
  } finally {
    clearInterval(timer);
  }
}

function cpuInMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
