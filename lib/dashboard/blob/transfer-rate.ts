const windowInMs = 4_000;

/** Bytes per second over the last few seconds, from how many were sent at which times. */
export function createRate(): { note: (bytes: number, now: number) => number | undefined; reset: () => void } {
  let samples: { bytes: number; at: number }[] = [];
  return {
    note(bytes, now) {
      const last = samples.at(-1);
      if (last !== undefined && bytes < last.bytes) samples = []; // it fell back to what had arrived
      samples.push({ bytes, at: now });
      samples = samples.filter(({ at }) => now - at <= windowInMs);
      const first = samples[0];
      if (first === undefined || now - first.at < 500) return undefined;
      return ((bytes - first.bytes) * 1_000) / (now - first.at);
    },
    reset() {
      samples = [];
    },
  };
}
