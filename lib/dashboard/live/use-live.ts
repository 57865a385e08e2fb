'use client';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { liveStream } from './browser-live-host.ts';
import { gatherChanges } from './gather-changes.ts';
import type { LiveChange } from './live-messages.ts';
import { everything, type LiveState } from './live-stream.ts';
import { whileSeen } from './while-seen.ts';

export type { LiveChange } from './live-messages.ts';

/**
 * Calls `onChange` when something changed about these tasks, or about any task without `taskIds`; also with
 * `isOverflow` at first, and after the connection was lost or live updates were paused: what is shown may then be old.
 * It is not called while live updates are paused, and with `isSeenOnly` while the tab is hidden. `onChange` need not be
 * stable.
 */
export function useLive(
  { taskIds, isSeenOnly = false }: { taskIds?: readonly string[]; isSeenOnly?: boolean },
  onChange: (change: LiveChange) => void,
): void {
  const present = useRef({ taskIds, onChange });
  useEffect(() => {
    present.current = { taskIds, onChange };
  });
  useEffect(() => {
    liveStream.start();
    const { hear, stop } = gatherChanges(
      () => present.current.taskIds,
      (change) => present.current.onChange(change),
    );
    const seen = isSeenOnly ? whileSeen(document, hear) : { hear, stop: () => {} };
    const unlisten = liveStream.listen(seen.hear);
    // What changed after the server rendered and before this was heard by nobody here. A stream that is not open tells it.
    const { isPaused, connection } = liveStream.state;
    if (!isPaused && connection === 'open') seen.hear(everything);
    return () => {
      unlisten();
      seen.stop();
      stop();
    };
  }, [isSeenOnly]);
}

const beforeStart: LiveState = { isPaused: false, connection: 'connecting', lastHeardOn: 0 };

/** The state of the live stream and its switch. */
export function useLiveState(): LiveState & { pause: (isPaused: boolean) => void } {
  const state = useSyncExternalStore(
    (watcher) => liveStream.watchState(watcher),
    () => liveStream.state,
    () => beforeStart,
  );
  useEffect(() => liveStream.start(), []);
  return { ...state, pause: (isPaused) => liveStream.pause(isPaused) };
}
