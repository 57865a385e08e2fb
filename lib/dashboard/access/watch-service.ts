import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskClient, WatchMessage } from '#client';

/** How often the service is asked. */
const askEveryMs = 2_000;

type Options = { abortSignal: AbortSignal; onPing: () => void };

/**
 * Watches only whether the service answers, for those who may not read tasks: their `Watch` is refused. Throws when a
 * call fails, and the browser then opens another stream.
 */
export function watchService(client: TaskClient): (options: Options) => AsyncGenerator<WatchMessage> {
  return async function* ({ abortSignal, onPing }) {
    await client.getIdentityAsync({ abortSignal });
    yield { kind: 'ready' };
    while (true) {
      await sleep(askEveryMs, undefined, { signal: abortSignal });
      await client.getIdentityAsync({ abortSignal });
      onPing();
    }
  };
}
