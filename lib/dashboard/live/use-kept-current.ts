'use client';
import { useLive } from './use-live.ts';
import { useLook } from './use-look.ts';
import { useThrottled } from './use-throttled.ts';

/** How often pages look for what no change of a task announces. */
export const lookEveryMs = 5_000;

/**
 * Calls `refresh` when a task changed, at most once per interval, and every five seconds for what no task announces: decisions
 * of other operators, deliveries. It is not called while the tab is hidden or live updates are paused.
 */
export function useKeptCurrent(refresh: () => unknown, refreshInMs: number): void {
  const call = useThrottled(refresh, refreshInMs);
  useLive({ isSeenOnly: true }, call);
  useLook(call, lookEveryMs);
}
