import { presentTime } from '@/components/ui/present.ts';
/** The time, and calls that come later. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls once after a delay; the function that it returns cancels the call. */
  after(delayInMs: number, call: () => void): () => void;
};

/** The clock of the browser. */
export const browserClock: Clock = {
  now: () => presentTime(),
  after(delayInMs, call) {
    const timer = setTimeout(call, delayInMs);
    return () => clearTimeout(timer);
  },
};
