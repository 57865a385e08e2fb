'use client';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { liveStream } from './browser-live-host.ts';
import { gatherChanges } from './gather-changes.ts';
import { type LiveChange, mergeChanges } from './live-messages.ts';
import { everything, type LiveState } from './live-stream.ts';
import { whileSeen } from './while-seen.ts';

export type { LiveChange } from './live-messages.ts';

/**
 * Calls `onChange` when something changed about these tasks, or about any task without `taskIds`; also with
 * `isOverflow` at first, and after the connection was lost or live updates were paused: what is shown may then be old.
 * It is not called while live updates are paused, and with `isSeenOnly` while the tab is hidden. Until `isReady`, when
 * a first read can be of before a change, changes are held back. `onChange` need not be stable.
 */
export function useLive(
  {
    taskIds,
    isSeenOnly = false,
    isReady = true,
  }: { taskIds?: readonly string[]; isSeenOnly?: boolean; isReady?: boolean },
  onChange: (change: LiveChange) => void,
): void {
  const present = useRef({ taskIds, isReady, onChange });
  const held = useRef<LiveChange>(undefined);
  useEffect(() => {
    present.current = { taskIds, isReady, onChange };
  });
  useEffect(() => {
    const change = held.current;
    if (!isReady || change === undefined) return;
    held.current = undefined;
    present.current.onChange(change);
  }, [isReady]);
  useEffect(() => {
    liveStream.start();
    const { hear, stop } = gatherChanges(
      () => present.current.taskIds,
      (change) => {
        if (present.current.isReady) present.current.onChange(change);
        else held.current = mergeChanges(held.current, change);
      },
    );
    const seen = isSeenOnly ? whileSeen(document, hear) : { hear, stop: () => {} };
    const unlisten = liveStream.listen(seen.hear);
    // What changed after the server rendered and before this was heard by nobody here. A stream that is not open tells
    // it, and a first read that begins now has it.
    const { isPaused, connection } = liveStream.state;
    if (!isPaused && connection === 'open' && present.current.isReady) seen.hear(everything);
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
