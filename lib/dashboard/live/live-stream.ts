import type { Clock } from './clock.ts';
import { type LiveChange, type LiveMessage, mergeChanges } from './live-messages.ts';
import { watchSilence } from './silence.ts';

/** `paused` is the operator's wish; the rest is what the connection does. */
export type LiveState = {
  isPaused: boolean;
  connection: 'connecting' | 'open' | 'lost';
  /** When the service was last heard; it stands still while updates are paused. */
  lastHeardOn: number;
  /** The build that the dashboard's server said it serves, when the connection began. */
  serverBuild?: string;
  /** What the operator may do by now, as `rightsOf` writes it. */
  rights?: string;
};

/** What a tab's live stream needs of the browser. */
export type LiveHost = Clock & {
  /** Tells the other tabs. */
  post(message: LiveMessage): void;
  /** Calls with what other tabs tell. */
  onPost(hear: (message: LiveMessage) => void): void;
  /** Calls once this tab is the one that holds the connection for all of them. */
  lead(begin: () => void): void;
  /** Opens the connection. `end` is called once, when it breaks; the function that it returns closes it. */
  connect(on: { message(message: LiveMessage): void; end(): void }): () => void;
  isPaused(): boolean;
  keepPaused(isPaused: boolean): void;
  /** Calls when another tab pauses or resumes. */
  onPaused(call: (isPaused: boolean) => void): void;
  /** From 0 to 1. */
  random(): number;
};

type Listener = (change: LiveChange) => void;

/** The service pings every second. A page that loads, or a tab that leads, can be busy for longer. */
const silentSeconds = { open: 5, opening: 15, following: 10 };
const firstPauseInMs = 500;
const longestPauseInMs = 8_000;
/** Said where it is not known what was missed. */
export const everything: LiveChange = { tasks: [], created: 0, isOverflow: true };

/**
 * The live stream of this browser. HTTP/1.1 allows six connections to one host, so of all tabs the one that leads has
 * the connection and tells the others; when it closes, another takes over.
 */
export class LiveStream {
  state: LiveState = { isPaused: false, connection: 'connecting', lastHeardOn: 0 };
  readonly #open: () => LiveHost;
  #host: LiveHost | undefined;
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  #missed: LiveChange | undefined;
  #silence: ReturnType<typeof watchSilence> | undefined;
  #isHeld = false;
  /** Closes the connection for good; set in the tab that has it. */
  #cut: (() => void) | undefined;
  #reconnect: (() => void) | undefined;

  /** `open` is called once, by the first `start`. */
  constructor(open: () => LiveHost) {
    this.#open = open;
  }

  /** Begins once, in the first tab component that listens. */
  start(): void {
    if (this.#host !== undefined) return;
    const host = this.#open();
    this.#host = host;
    host.onPost((message) => this.#hear(message, host));
    this.#set({ isPaused: host.isPaused(), lastHeardOn: host.now() });
    host.onPaused((isPaused) => this.#applyPause(isPaused));
    host.lead(() => this.#connect(host, 0));
    this.#awaitNext(host);
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
    this.#host?.keepPaused(isPaused);
    this.#applyPause(isPaused);
  }

  /** Tells this tab that its operator changed these tasks. It is shown at once, also while updates are paused. */
  tellOwn(tasks: readonly string[]): void {
    for (const listener of this.#listeners) listener({ tasks, created: 0, isOverflow: false });
  }

  /** Closes the connection of this browser, and opens none while it is held: the session is about to end. */
  hold(isHeld: boolean): void {
    const host = this.#host;
    if (host !== undefined) this.#tell({ kind: 'hold', isHeld }, host);
  }

  #applyHold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    if (isHeld) this.#cut?.();
    else this.#reconnect?.();
  }

  #applyPause(isPaused: boolean): void {
    this.#set({ isPaused });
    const missed = this.#missed;
    if (isPaused || missed === undefined) return;
    this.#missed = undefined;
    for (const listener of this.#listeners) listener(missed);
  }

  /** Holds the connection for as long as this tab lives. */
  #connect(host: LiveHost, failures: number): void {
    if (this.#isHeld) {
      this.#reconnect = () => this.#connect(host, 0);
      return;
    }
    this.#reconnect = undefined;
    let hasBegun = false;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.#cut = undefined;
      silence.stop();
      close();
      this.#tell({ kind: 'lost' }, host);
      const failed = hasBegun ? 0 : failures + 1;
      const pause = Math.min(longestPauseInMs, firstPauseInMs * 2 ** failed);
      host.after(pause * (0.75 + host.random() / 2), () => this.#connect(host, failed));
    };
    const silence = watchSilence(host, () => (hasBegun ? silentSeconds.open : silentSeconds.opening), end);
    const close = host.connect({
      message: (message) => {
        hasBegun = true;
        silence.heard();
        this.#tell(message, host);
      },
      end,
    });
    this.#cut = () => {
      isOver = true;
      silence.stop();
      close();
      this.#cut = undefined;
      this.#reconnect = () => this.#connect(host, 0);
    };
  }

  #tell(message: LiveMessage, host: LiveHost): void {
    host.post(message);
    this.#hear(message, host);
  }

  #hear(message: LiveMessage, host: LiveHost): void {
    if (message.kind === 'hold') {
      this.#applyHold(message.isHeld);
      return;
    }
    if (message.kind === 'lost') {
      this.#set({ connection: 'lost' });
      return;
    }
    this.#awaitNext(host);
    const heard: LiveState = {
      ...this.state,
      connection: 'open',
      ...(!this.state.isPaused && { lastHeardOn: host.now() }),
      ...('rights' in message && { rights: message.rights }),
    };
    const isNews = message.kind !== 'ping' && (message.kind !== 'rights' || message.rights !== this.state.rights);
    if (!isNews && this.state.connection === 'open') {
      this.state = heard; // nothing is drawn anew for it
      return;
    }
    this.#set(heard);
    if (message.kind === 'ready') {
      if (message.build !== undefined) this.#set({ serverBuild: message.build });
      this.#pass(everything);
    }
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
  #awaitNext(host: LiveHost): void {
    this.#silence?.stop();
    this.#silence = watchSilence(
      host,
      () => silentSeconds.following,
      () => this.#set({ connection: 'lost' }),
    );
  }

  #set(change: Partial<LiveState>): void {
    this.state = { ...this.state, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}
