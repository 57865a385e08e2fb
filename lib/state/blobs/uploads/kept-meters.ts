import type { Meter } from '../measure.ts';

/** The bytes of an upload as they were noted. Other bytes of the same length are noted at another time. */
type Noted = { key: string; received_bytes: number; modified_on: string };

/** The running hashes of uploads between their requests, so that their bytes need not be read back at the end. */
export type KeptMeters = {
  /** Removes and returns the meter of these bytes, or `undefined` when this process does not have it. */
  take(noted: Noted): Meter | undefined;
  keep(noted: Noted, meter: Meter): void;
  forget(key: string): void;
};

/** The maximum number of meters, because some uploads never continue. The oldest is dropped. */
const mostKept = 1_000;

export function keptMeters(): KeptMeters {
  const kept = new Map<string, { meter: Meter; notedOn: string }>();
  return {
    take({ key, received_bytes, modified_on }) {
      const found = kept.get(key);
      kept.delete(key);
      return found?.meter.length === received_bytes && found.notedOn === modified_on ? found.meter : undefined;
    },
    forget(key) {
      kept.delete(key);
    },
    keep({ key, modified_on }, meter) {
      kept.set(key, { meter, notedOn: modified_on });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    },
  };
}
