import type { WatchChange } from '#contract';
import { callInTurns } from '../callers/call-in-turns.ts';
import { mergeChanges } from './merge-changes.ts';

export type WatchListener = (change: WatchChange) => void;

/**
 * Returns the function that tells these listeners of a change, in turns. Changes that come meanwhile are merged for the
 * next round.
 */
export function tellerOf(listeners: ReadonlySet<WatchListener>): WatchListener {
  let next: WatchChange | undefined;
  let isTelling = false;
  const tellAll = async () => {
    isTelling = true;
    try {
      for (let change = next; change !== undefined; change = next) {
        next = undefined;
        const told = change;
        await callInTurns(listeners, (listener) => listener(told));
      }
    } finally {
      isTelling = false;
    }
  };
  return (change) => {
    next = next === undefined ? change : mergeChanges(next, change);
    if (!isTelling) void tellAll();
  };
}
