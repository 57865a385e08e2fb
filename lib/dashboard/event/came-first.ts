import { parseJson, stringifyJson } from '#contract';
import type { EventRow } from '@/components/event/event-columns.tsx';
import type { KnownWait } from '@/components/event/event-preflight.ts';

/** An event that was raised for a wait: by whom, and its value as JSON text. */
export type RaisedEvent = { raisedBy: string; valueText: string };

/** A worker takes an event within moments; one that takes longer is seen on the page. */
const looks = 5;

/**
 * Resolves with the event that the wait got instead, when somebody else's came first. One of the same value is none: the run
 * continues as it would have.
 */
export async function whoCameFirst(
  own: RaisedEvent,
  wait: KnownWait,
  read: () => Promise<readonly EventRow[]>,
  pause: () => Promise<void>,
): Promise<EventRow | undefined> {
  for (let look = 0; look < looks; look += 1) {
    await pause();
    const taken = (await read()).find(
      ({ consumedBy }) => consumedBy?.runCount === wait.runCount && consumedBy.sequence === wait.sequence,
    );
    if (taken !== undefined) return isAnother(taken, own) ? taken : undefined;
  }
  return undefined;
}

function isAnother({ raisedBy, data }: EventRow, own: RaisedEvent): boolean {
  return raisedBy !== own.raisedBy && stringifyJson(data.value) !== stringifyJson(parseJson(own.valueText));
}
