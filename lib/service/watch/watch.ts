import { stringifyJson, type WatchChange } from '#contract';
import type { Verb } from '../verb.ts';
import { PendingChange } from './pending-change.ts';

const pingInMs = 1_000;
const checkAccessInMs = 15_000;

/**
 * Server-sent events: `ready` at once, `change` when something changed, `ping` every second. Ends when the caller leaves,
 * their token expires or is revoked, or the service stops. A reader who is slow gets fewer, larger changes.
 */
export const watch: Verb<'Watch'> = async ({ watchHub, clock }, call) => {
  const encoder = new TextEncoder();
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
        const send = (event: string, data: unknown) =>
          controller.enqueue(encoder.encode(`event: ${event}\ndata: ${stringifyJson(data)}\n\n`));
        const hasRoom = () => (controller.desiredSize ?? 0) > 0;
        flush = () => {
          if (!hasRoom()) return;
          const change = pending.take();
          if (change !== undefined) send('change', change);
        };
        const retry = setInterval(() => flush(), 200);
        const ping = setInterval(() => hasRoom() && send('ping', {}), pingInMs);
        const access = setInterval(() => {
          call.stillAllowed().then(
            (isAllowed) => isAllowed || end(),
            () => {}, // the database is away: the next check asks again
          );
        }, checkAccessInMs);
        const expiry = setTimeout(
          () => end(),
          Math.min((call.caller.expiresAt ?? Infinity) - clock.now(), 2 ** 31 - 1),
        );
        stop = () => {
          unsubscribe();
          clearInterval(retry);
          clearInterval(ping);
          clearInterval(access);
          clearTimeout(expiry);
          signal.removeEventListener('abort', end);
        };
        const end = () => {
          stop();
          controller.close();
        };
        send('ready', {});
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      },
      cancel: () => stop(),
    },
    { highWaterMark: 16 },
  );
};
