/**
 * Measures how long the event loop of this thread was kept from its other work: the largest CPU time of the thread
 * between two turns of the loop, so that other programs on a busy machine do not count.
 */
export function watchLoop(): { longestInMs(): number; stop(): void } {
  let longest = 0;
  let before = cpuInMs();
  const note = () => {
    const now = cpuInMs();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(note, 1);
  return {
    longestInMs() {
      note();
      return longest;
    },
    stop: () => clearInterval(timer),
  };
}

function cpuInMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
