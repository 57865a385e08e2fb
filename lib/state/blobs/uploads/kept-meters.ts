import type { Meter } from '../measure.ts';

/** The running hashes of uploads between their requests, so that their bytes need not be read back at the end. */
export type KeptMeters = {
  /** Removes and returns the meter of an upload at `length`, or `undefined` when this process does not have it. */
  take(key: string, length: number): Meter | undefined;
  keep(key: string, meter: Meter): void;
  forget(key: string): void;
};

/** The maximum number of meters, because some uploads never continue. The oldest is dropped. */
const mostKept = 1_000;

export function keptMeters(): KeptMeters {
  const kept = new Map<string, Meter>();
  return {
    take(key, length) {
      const meter = kept.get(key);
      kept.delete(key);
      return meter?.length === length ? meter : undefined;
    },
    forget(key) {
      kept.delete(key);
    },
    keep(key, meter) {
      kept.set(key, meter);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    },
  };
}
