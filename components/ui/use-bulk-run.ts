'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { whyUnanswered } from './unreachable.ts';

/** How far a change of many things is, and what became of those that it has reached. */
export type BulkProgress<Outcome> = {
  outcomes: readonly Outcome[];
  state: 'asking' | 'working' | 'stopped' | 'finished';
  /** Why it stopped by itself, or why it has to wait. */
  failure?: string;
};

/** What became of some of them. `failure`: why it does not go on to the next ones. */
export type Performed<Outcome> = { outcomes: readonly Outcome[]; failure?: string };

/** `signal` ends waits when the change is stopped. `tell` says why one has to wait. */
export type WhilePerforming = { signal: AbortSignal; tell: (failure: string) => void };

type BulkRun<Item, Outcome> = {
  items: readonly Item[];
  itemsPerCall: number;
  /** Does it to some of them; answers every one's outcome, or throws where nothing is known of any. */
  perform: (items: readonly Item[], during: WhilePerforming) => Promise<Performed<Outcome>>;
  isDone: (outcome: Outcome) => boolean;
  /** Called when it has ended, however it did. */
  onEnd: (outcomes: readonly Outcome[]) => void;
  /** Called after that when all of it was done: there is nothing more to show. */
  onAllDone: () => void;
};

/** A change of many things, a few at a time, which can be stopped between them. It stops when nobody sees it any more. */
export function useBulkRun<Item, Outcome>(options: BulkRun<Item, Outcome>) {
  const { items, itemsPerCall, perform, isDone, onEnd, onAllDone } = options;
  const [progress, setProgress] = useState<BulkProgress<Outcome>>({ outcomes: [], state: 'asking' });
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => running.current?.abort(), []);
  useEffect(() => stop, [stop]);

  /** Does it to all, or again to those `left` while the outcomes of the others are `kept`. */
  const run = async (
    { left, kept }: { left: readonly Item[]; kept: readonly Outcome[] } = { left: items, kept: [] },
  ) => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const outcomes: Outcome[] = [...kept];
    setProgress({ outcomes: kept, state: 'working' });
    let failure: string | undefined;
    const tell = (why: string) => setProgress({ outcomes: [...outcomes], state: 'working', failure: why });
    for (let start = 0; start < left.length && !signal.aborted && failure === undefined; start += itemsPerCall) {
      try {
        const performed = await perform(left.slice(start, start + itemsPerCall), { signal, tell });
        outcomes.push(...performed.outcomes);
        failure = performed.failure;
      } catch (error) {
        failure = isTold(error) ? error.message : whyUnanswered(error).detail;
        break;
      }
      if (failure === undefined) setProgress({ outcomes: [...outcomes], state: 'working' });
    }
    const isFinished = failure === undefined && outcomes.length === items.length;
    setProgress({ outcomes, state: isFinished ? 'finished' : 'stopped', ...(failure !== undefined && { failure }) });
    onEnd(outcomes);
    if (isFinished && outcomes.every(isDone)) onAllDone();
  };
  return { progress, run, stop };
}

/** Whether an error's message is for a person, unlike those of the browser and of Next.js. */
function isTold(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ProblemError';
}
