import type { OpenStep } from '../run/host.ts';

const announceAfterInMs = 250;

/**
 * Shows long-running steps to operators. Announces them in the order of their start. Returns the function that stops
 * it.
 */
export function announceLongSteps(openSteps: ReadonlySet<OpenStep>): () => void {
  const interval = setInterval(() => {
    const before = performance.now() - announceAfterInMs;
    for (const step of openSteps) {
      if (step.startedAt > before) return;
      if (!step.isAnnounced) step.announce();
      step.isAnnounced = true;
    }
  }, announceAfterInMs / 2);
  return () => clearInterval(interval);
}
