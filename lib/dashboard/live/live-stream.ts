import { type LiveChange, type LiveMessage, mergeChanges } from './live-messages.ts';

/** `paused` is the operator's wish; the rest is what the connection does. */
export type LiveState = { isPaused: boolean; connection: 'connecting' | 'open' | 'lost'; lastHeardOn: number };

type Listener = (change: LiveChange) => void;

const lockName = 'taskdeck.live';
const pausedKey = 'taskdeck.live.paused';
/** The service pings every 15 s. */
const silenceInMs = 40_000;
const firstPauseInMs = 500;
const longestPauseInMs = 8_000;
/** Said where it is not known what was missed. */
export const everything: LiveChange = { tasks: [], created: 0, isOverflow: true };

/**
 * The live stream of this browser. HTTP/1.1 allows six connections to one host, so of all tabs the one that holds the
 * lock has the EventSource and tells the others over a BroadcastChannel; when it closes, another takes over.
 */
class LiveStream {
  state: LiveState = { isPaused: false, connection: 'connecting', lastHeardOn: 0 };
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  #channel: BroadcastChannel | undefined;
  #missed: LiveChange | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  /** Begins once, in the first tab component that listens. */
  start(): void {
    if (this.#channel !== undefined) return;
    this.#channel = new BroadcastChannel(lockName);
    this.#channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => this.#hear(data);
    this.#set({ isPaused: localStorage.getItem(pausedKey) === 'true', lastHeardOn: Date.now() });
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === pausedKey) this.#applyPause(newValue === 'true');
    });
    void navigator.locks.request(lockName, () => this.#lead());
    this.#awaitNext();
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  watchState(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Pauses or resumes all tabs. What was missed is told on resuming. */
  pause(isPaused: boolean): void {
    localStorage.setItem(pausedKey, String(isPaused));
    this.#applyPause(isPaused);
  }

  #applyPause(isPaused: boolean): void {
    this.#set({ isPaused });
    const missed = this.#missed;
    if (isPaused || missed === undefined) return;
    this.#missed = undefined;
    for (const listener of this.#listeners) listener(missed);
  }

  /** Holds the EventSource for as long as this tab lives. */
  async #lead(): Promise<never> {
    for (let failures = 0; ; ) {
      const hasBegun = await this.#stream();
      failures = hasBegun ? 0 : failures + 1;
      this.#tell({ kind: 'lost' });
      const pause = Math.min(longestPauseInMs, firstPauseInMs * 2 ** failures);
      await new Promise((resolve) => setTimeout(resolve, pause * (0.75 + Math.random() / 2)));
    }
  }

  /** Resolves when the connection is over, with whether it ever carried anything. */
  #stream(): Promise<boolean> {
    return new Promise((resolve) => {
      const source = new EventSource('/api/watch');
      let hasBegun = false;
      let silence: ReturnType<typeof setTimeout> | undefined;
      const end = () => {
        clearTimeout(silence);
        source.close();
        resolve(hasBegun);
      };
      const tell = (message: LiveMessage) => {
        clearTimeout(silence);
        silence = setTimeout(end, silenceInMs);
        hasBegun = true;
        this.#tell(message);
      };
      silence = setTimeout(end, silenceInMs);
      source.onerror = end;
      source.addEventListener('ready', () => tell({ kind: 'ready' }));
      source.addEventListener('ping', () => tell({ kind: 'ping' }));
      source.addEventListener('lost', () => tell({ kind: 'lost' }));
      source.addEventListener('change', ({ data }: MessageEvent<string>) => {
        tell({ kind: 'change', ...readChange(data) });
      });
    });
  }

  #tell(message: LiveMessage): void {
    this.#channel?.postMessage(message);
    this.#hear(message);
  }

  #hear(message: LiveMessage): void {
    if (message.kind === 'lost') {
      this.#set({ connection: 'lost' });
      return;
    }
    this.#awaitNext();
    this.#set({ connection: 'open', lastHeardOn: Date.now() });
    if (message.kind === 'ready') this.#pass(everything);
    if (message.kind === 'change') this.#pass(message);
  }

  #pass(change: LiveChange): void {
    if (this.state.isPaused) {
      this.#missed = mergeChanges(this.#missed, change);
      return;
    }
    for (const listener of this.#listeners) listener(change);
  }

  /** Also a follower notices when it hears nothing more. */
  #awaitNext(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#set({ connection: 'lost' }), silenceInMs);
  }

  #set(change: Partial<LiveState>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}

/** The handler of this same build writes the stream, one JSON object a message. */
function readChange(data: string): LiveChange {
  return JSON.parse(data) as LiveChange;
}

export const liveStream = new LiveStream();
