import { stringifyJson } from '#contract';
import type { Verb } from '../verb.ts';
import { narrowerOf } from './narrow-change.ts';
import { PendingChange } from './pending-change.ts';

const pingInMs = 1_000;
const checkAccessInMs = 15_000;

/**
 * Server-sent events: `ready` at once, `change` when something changed, `ping` every second. Ends when the caller leaves,
 * their token expires or is revoked, or the service stops. A reader who is slow gets fewer, larger changes.
 */
export const watch: Verb<'Watch'> = async ({ watchHub, engine, clock }, call) => {
  const encoder = new TextEncoder();
  const signal = call.signal();
  let stop = () => {};
  const { bounds } = call.caller;
  const narrow = bounds === undefined ? undefined : await narrowerOf(engine, bounds);

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const pending = new PendingChange(call.query.taskId);
        const send = (event: string, data: unknown) =>
          controller.enqueue(encoder.encode(`event: ${event}\ndata: ${stringifyJson(data)}\n\n`));
        let isNarrowing = false;
        let isOver = false;
        const hasRoom = () => (controller.desiredSize ?? 0) > 0;
        const flush = () => {
          if (!hasRoom()) return;
          if (isNarrowing) return;
          const change = pending.take();
          if (change === undefined) return;
          if (narrow === undefined) return send('change', change);
          isNarrowing = true;
          narrow(change)
            .then(
              (inside) => inside !== undefined && !isOver && send('change', inside),
              () => pending.add({ tasks: [], created: 0, isOverflow: true }), // the database is away
            )
            .finally(() => {
              isNarrowing = false;
            });
        };
        const unsubscribe = watchHub.subscribe((change) => {
          pending.add(change);
          flush();
        });
        const retry = setInterval(flush, 200);
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
          isOver = true;
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
