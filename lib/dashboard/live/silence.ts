import type { Clock } from './clock.ts';

const tickInMs = 1_000;

/**
 * Calls `onSilence` once nothing was heard for a number of seconds. They are counted in ticks, so that a tab that was
 * held up or asleep first hears what came meanwhile: however late a tick is, it counts as one.
 */
export function watchSilence(clock: Pick<Clock, 'after'>, maximumSeconds: () => number, onSilence: () => void) {
  let silentTicks = 0;
  let cancel = () => {};
  const wait = () => {
    cancel = clock.after(tickInMs, () => {
      silentTicks += 1;
      if (silentTicks >= maximumSeconds()) onSilence();
      else wait();
    });
  };
  wait();
  return {
    heard: () => {
      silentTicks = 0;
    },
    stop: () => cancel(),
  };
}
