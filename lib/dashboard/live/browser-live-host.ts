import { browserClock } from './clock.ts';
import type { LiveChange, LiveMessage } from './live-messages.ts';
import { type LiveHost, LiveStream } from './live-stream.ts';

const lockName = 'taskdeck.live';
const pausedKey = 'taskdeck.live.paused';

/** The one live stream of this tab. */
export const liveStream = new LiveStream(browserLiveHost);

function browserLiveHost(): LiveHost {
  const channel = new BroadcastChannel(lockName);
  return {
    post: (message) => channel.postMessage(message),
    onPost(hear) {
      channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => hear(data);
    },
    lead(begin) {
      // the lock is held for as long as the tab lives
      void navigator.locks.request(lockName, () => new Promise<never>(() => begin()));
    },
    connect({ message, end }) {
      const source = new EventSource('/api/watch');
      source.onerror = end;
      for (const kind of ['ping', 'lost'] as const) source.addEventListener(kind, () => message({ kind }));
      source.addEventListener('ready', ({ data }: MessageEvent<string>) => {
        message({ kind: 'ready', ...readTold(data) });
      });
      source.addEventListener('rights', ({ data }: MessageEvent<string>) => {
        const { rights } = readTold(data);
        if (rights !== undefined) message({ kind: 'rights', rights });
      });
      source.addEventListener('change', ({ data }: MessageEvent<string>) => {
        message({ kind: 'change', ...readChange(data) });
      });
      return () => source.close();
    },
    isPaused: () => localStorage.getItem(pausedKey) === 'true',
    keepPaused: (isPaused) => localStorage.setItem(pausedKey, String(isPaused)),
    onPaused(call) {
      window.addEventListener('storage', ({ key, newValue }) => {
        if (key === pausedKey) call(newValue === 'true');
      });
    },
    ...browserClock,
    random: () => Math.random(),
  };
}

/** The handler may be of a newer build, which also names itself. */
function readTold(data: string): { build?: string; rights?: string } {
  const { build, rights } = JSON.parse(data) as { build?: unknown; rights?: unknown };
  return { ...(typeof build === 'string' && { build }), ...(typeof rights === 'string' && { rights }) };
}

/** The handler of this same build writes the stream, one JSON object a message. */
function readChange(data: string): LiveChange {
  return JSON.parse(data) as LiveChange;
}
