import type { Meter } from '../measure.ts';

/** Running hashes of uploads between their pieces, so that their bytes need not be read back at the end. */
export type KeptMeters = {
  /** The meter of an upload that stands at `length`, handed over; none where this process does not have it. */
  take(key: string, length: number): Meter | undefined;
  keep(key: string, meter: Meter): void;
  forget(key: string): void;
};

/** Of uploads that never go on: the oldest is forgotten beyond this. */
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
