import { connect, type Socket } from 'node:net';
import type { Place } from './database-url.ts';

/** How long connections are silent before their server is asked whether it is there. */
const silenceInMs = 3_000;
/** How long an answer takes at most: the system sends the first packet again after one and after three seconds. */
const answerWithinInMs = 4_000;
const lookEveryMs = 500;
/** How often a server is looked at that is not silent, where it can be wrong although it answers. */
const certainlyEveryMs = 10_000;

/** After how long without an answer a request is looked for at its server, and how often. */
const lostAfterMs = 10_000;

/** What a look at a server found. A certain problem counts also when its connections are not silent. */
export type Finding = 'usable' | { problem: string; isCertain: boolean };

/** What tells whether the connections to a server are of use. Does not reject. */
export type Probe = (host: Place) => Promise<Finding>;

/** Asks a server, with a new connection, whether it has been at work for a connection of the pool for so long. */
export type FindWork = (host: Place, sinceMs: number) => Promise<boolean>;

/**
 * What is known of a connection: how many bytes came and had been sent by then, when that was, and since when an answer is
 * to come. A request that was sent just after the answer before it is not noticed.
 */
type Watched = { host: Place; bytes: number; sent: number; heardAt: number; waitsSince: number | undefined };

/**
 * Watches the open connections of a pool. TCP by itself notices after a quarter of an hour that the machine at the other end is
 * gone, or that the network drops all packets, when data is on its way. Here a server whose connections are all silent is
 * asked with a new connection. When that is not accepted in time, all connections to the server end with `ETIMEDOUT`.
 *
 * A proxy or a firewall can lose connections and accept others. When a request has no answer for long, and the server is at
 * work for none of the pool, all of its connections end that are silent for as long.
 */
export class Reachability {
  readonly #probe: Probe;
  readonly #findWork: FindWork | undefined;
  readonly #everyMs: number;
  readonly #connections = new Map<Socket, Watched>();
  readonly #heardAt = new Map<Place, number>();
  readonly #asked = new Map<Place, { atMs: number; isOpen: boolean }>();
  #timer: NodeJS.Timeout | undefined;
  /** When requests without an answer were last looked for at their servers. */
  #foundAt = Number.NEGATIVE_INFINITY;

  /** With a `probe`, servers are looked at from time to time even while they answer. */
  constructor(probe?: Probe, findWork?: FindWork) {
    this.#probe = probe ?? acceptsConnections;
    this.#findWork = findWork;
    this.#everyMs = probe === undefined ? Number.POSITIVE_INFINITY : certainlyEveryMs;
  }

  /**
   * Watches a connection until it is destroyed. `host` is the same object for all connections to one server. No event tells
   * the end: the driver removes all listeners when a connection changes to TLS.
   */
  watch(socket: Socket, host: Place): void {
    this.#connections.set(socket, { host, bytes: 0, sent: 0, heardAt: performance.now(), waitsSince: undefined });
    const now = performance.now();
    this.#heardAt.set(host, now);
    if (!this.#asked.has(host)) this.#asked.set(host, { atMs: now, isOpen: false });
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref();
  }

  #forgetDestroyed(): void {
    for (const socket of this.#connections.keys()) if (socket.destroyed) this.#connections.delete(socket);
    if (this.#connections.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#heardAt.clear();
    this.#asked.clear();
  }

  #look(): void {
    this.#forgetDestroyed();
    const now = performance.now();
    for (const [socket, seen] of this.#connections) {
      if (socket.bytesRead === seen.bytes) {
        if (socket.writableLength > 0)
          seen.waitsSince = undefined; // it is still being sent
        else if (socket.bytesWritten > seen.sent) seen.waitsSince ??= now;
        continue;
      }
      seen.bytes = socket.bytesRead;
      seen.sent = socket.bytesWritten;
      seen.heardAt = now;
      seen.waitsSince = undefined;
      this.#heardAt.set(seen.host, now);
    }
    for (const [host, heardAt] of this.#heardAt) {
      const { atMs, isOpen } = this.#asked.get(host) ?? { atMs: now, isOpen: false };
      if (!isOpen && (now - Math.max(heardAt, atMs) > silenceInMs || now - atMs > this.#everyMs)) void this.#ask(host);
    }
    if (now - this.#foundAt > lostAfterMs / 2 && this.#hostsThatOweAnswers().length > 0) void this.#endLost();
  }

  #hostsThatOweAnswers(): Place[] {
    const before = performance.now() - lostAfterMs;
    const late = [...this.#connections.values()].filter(
      ({ waitsSince }) => waitsSince !== undefined && waitsSince < before,
    );
    return [...new Set(late.map(({ host }) => host))];
  }

  /** Ends the connections that are silent with one whose request or answer is lost: they are lost, or nobody needs them. */
  async #endLost(): Promise<void> {
    this.#foundAt = performance.now();
    const before = performance.now() - lostAfterMs;
    for (const host of this.#hostsThatOweAnswers()) {
      const isAtWork = await this.#findWork?.(host, lostAfterMs / 2).catch(() => true);
      this.#look(); // what came meanwhile, while this process was busy
      if (isAtWork !== false || !this.#hostsThatOweAnswers().includes(host)) continue;
      for (const [socket, seen] of this.#connections)
        if (seen.host === host && seen.heardAt < before)
          destroy(
            socket,
            `the database server ${host.host}:${host.port} does not work on a request that was sent to it`,
          );
    }
  }

  async #ask(host: Place): Promise<void> {
    this.#asked.set(host, { atMs: performance.now(), isOpen: true });
    const finding = await this.#probe(host);
    this.#asked.set(host, { atMs: performance.now(), isOpen: false });
    if (finding === 'usable') return;
    this.#look(); // a server that sent something meanwhile is there
    const isSilent = performance.now() - (this.#heardAt.get(host) ?? 0) > silenceInMs;
    if (isSilent || finding.isCertain) this.#end(host, finding.problem);
  }

  #end(host: Place, problem: string): void {
    for (const [socket, seen] of this.#connections) if (seen.host === host) destroy(socket, problem);
  }
}

function destroy(socket: Socket, problem: string): void {
  socket.destroy(Object.assign(new Error(problem), { code: 'ETIMEDOUT' }));
}

/** A server that accepts or refuses a connection is there. */
export function acceptsConnections({ host, port }: Place): Promise<Finding> {
  const place = `the database server ${host}:${port}`;
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (finding: Finding) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(finding);
    };
    const fail = (problem: string) => end({ problem: `${place} ${problem}`, isCertain: false });
    // A process that was busy reads what has arrived before it decides.
    const late = () => setImmediate(() => setImmediate(() => fail('does not answer')));
    const timer = setTimeout(late, answerWithinInMs);
    socket.once('connect', () => end('usable'));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? end('usable') : fail(`cannot be reached: ${error.message}`),
    );
  });
}
