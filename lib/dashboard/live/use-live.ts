'use client';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isAbout, type LiveChange, mergeChanges } from './live-messages.ts';
import { everything, type LiveState, liveStream } from './live-stream.ts';

export type { LiveChange } from './live-messages.ts';

/** A subscriber is called at once, then at most this often: many changes in a burst cost one read. */
const intervalInMs = 300;

/**
 * Calls `onChange` when something changed about these tasks, or about any task without `taskIds`; also with
 * `isOverflow` at first, and after the connection was lost or live updates were paused: what is shown may then be old.
 * It is not called while live updates are paused. `onChange` need not be stable.
 */
export function useLive({ taskIds }: { taskIds?: readonly string[] }, onChange: (change: LiveChange) => void): void {
  const present = useRef({ taskIds, onChange });
  useEffect(() => {
    present.current = { taskIds, onChange };
  });
  useEffect(() => {
    liveStream.start();
    let gathered: LiveChange | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      timer = undefined;
      if (gathered === undefined) return;
      const change = gathered;
      gathered = undefined;
      timer = setTimeout(flush, intervalInMs);
      present.current.onChange(change);
    };
    const hear = (change: LiveChange) => {
      if (!isAbout(change, present.current.taskIds)) return;
      gathered = mergeChanges(gathered, change);
      if (timer === undefined) flush();
    };
    const stop = liveStream.listen(hear);
    // what changed after the server rendered and before this was heard by nobody here
    if (!liveStream.state.isPaused) hear(everything);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
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
