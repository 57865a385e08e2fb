import { act } from 'react';
import { expect, vi } from 'vitest';
import type { LiveChange } from '../live/live-messages.ts';
import { useLive } from '../live/use-live.ts';
import { showHook } from './show-hook.ts';
import { standInEventSource } from './stand-in-event-source.ts';

const sources: EventTarget[] = [];

/** One tab that leads, with a live stream whose changes the test tells. */
export function standInLiveStream(): void {
  class Source extends EventTarget {
    constructor() {
      super();
      sources.push(this);
    }
    close() {}
  }
  standInEventSource(Source);
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
    },
  );
  const lead = { request: (_: string, lead: () => unknown) => lead() };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: lead });
}

/** Tells of a change. Resolves once a listener that began later than all others has heard it. */
export async function tellChange(given: Partial<LiveChange>): Promise<void> {
  const heard = vi.fn();
  const isOverflow = given.isOverflow === true;
  // it is told of an overflow when it begins, before that of the test
  const listener = await showHook(() => useLive({}, (change) => change.isOverflow === isOverflow && heard()));
  const before = heard.mock.calls.length;
  await act(async () => {
    const data = JSON.stringify({ tasks: [], created: 0, isOverflow: false, ...given });
    for (const source of sources) source.dispatchEvent(new MessageEvent('change', { data }));
    await vi.waitFor(() => expect(heard.mock.calls.length).toBeGreaterThan(before));
  });
  listener.end();
}
