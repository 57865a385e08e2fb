import { callAfter, type WatchChange } from '#contract';
import type { Verb } from '../verb.ts';
import { changeText, eventText } from './event-text.ts';
import { PendingChange } from './pending-change.ts';

const readyText = eventText('ready', {});
const pingText = eventText('ping', {});
const checkAccessInMs = 15_000;

/**
 * Server-sent events: `ready` at once, `change` when something changed, `ping` every second. Ends when the caller leaves,
 * their token expires or is revoked, or the service stops. A reader who is slow gets fewer, larger changes.
 */
export const watch: Verb<'Watch'> = async ({ watchHub, clock }, call) => {
  const signal = call.signal();
  let stop = () => {};
  let flush = () => {};
  const pending = new PendingChange(call.query.taskId);
  const hear = (change: WatchChange) => {
    pending.add(change);
    flush();
  };
  const { bounds } = call.caller;
  const unsubscribe = bounds === undefined ? watchHub.subscribe(hear) : await watchHub.subscribeInside(bounds, hear);

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const hasRoom = () => (controller.desiredSize ?? 0) > 0;
        flush = () => {
          if (!hasRoom()) return;
          const change = pending.take();
          if (change !== undefined) controller.enqueue(changeText(change));
        };
        const retry = setInterval(() => flush(), 200);
        const endPings = watchHub.subscribePings(() => hasRoom() && controller.enqueue(pingText));
        const access = setInterval(() => {
          call.stillAllowed().then(
            (isAllowed) => isAllowed || end(),
            () => {}, // the database is away: the next check asks again
          );
        }, checkAccessInMs);
        const cancelExpiry = callAfter((call.caller.expiresAt ?? Infinity) - clock.now(), () => end());
        stop = () => {
          unsubscribe();
          clearInterval(retry);
          endPings();
          clearInterval(access);
          cancelExpiry();
          signal.removeEventListener('abort', end);
        };
        const end = () => {
          stop();
          controller.close();
        };
        controller.enqueue(readyText);
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      },
      cancel: () => stop(),
    },
    { highWaterMark: 16 },
  );
};
