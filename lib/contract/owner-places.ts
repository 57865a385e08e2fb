import { CallerLeft } from './caller-left.ts';

type Line = { taken: number; waiting: Set<Waiting> };
type Waiting = { size: number; take(): void };
/** The parts of Node's `Socket` and `ServerResponse` that are needed. */
type Connection = { readonly destroyed: boolean; once(event: 'close', listener: () => void): unknown };
type Outgoing = {
  readonly closed: boolean;
  readonly socket: object | null;
  once(event: 'close' | 'socket', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
};
/** A request and what answers it. */
export type Exchanged = { incoming: { readonly socket: Connection }; outgoing: Outgoing };

/**
 * Bounds what the requests of one owner keep in memory: answers that are being made or not taken yet, or bodies. A short
 * request can ask for megabytes, and a body can take hours to come. Further requests of the owner wait in their order.
 */
export class OwnerPlaces {
  readonly #room: number;
  readonly #lines = new Map<string, Line>();
  /** How a request gives back all of its place but so much. */
  readonly #shrinks = new WeakMap<Outgoing, (size: number) => void>();

  constructor(room: number) {
    this.#room = room;
  }

  /**
   * Returns `undefined` when there is room for one more request of this size at once, otherwise a promise that resolves
   * when there is, and rejects with `CallerLeft` when the caller leaves before. The request counts until its answer is
   * sent or its connection ends.
   */
  add(owner: string, exchanged: Exchanged, size = 1): Promise<void> | undefined {
    const { outgoing } = exchanged;
    if (outgoing.socket !== null) return this.#add(owner, outgoing, size);
    return firstOnConnection(exchanged).then(() => this.#add(owner, outgoing, size));
  }

  /** Gives the place of a request back before its answer is sent: one that is a stream holds little, and can take hours. */
  giveBack(outgoing: Outgoing): void {
    this.shrink(outgoing, 0);
  }

  /** Gives back what a request holds beyond this size. */
  shrink(outgoing: Outgoing, size: number): void {
    this.#shrinks.get(outgoing)?.(size);
  }

  #add(owner: string, outgoing: Outgoing, size: number): Promise<void> | undefined {
    const line = this.#lines.get(owner) ?? { taken: 0, waiting: new Set() };
    this.#lines.set(owner, line);
    const hold = () => {
      let held = size;
      const shrink = (left: number) => {
        if (left >= held) return;
        const given = held - left;
        held = left;
        if (left === 0) outgoing.off('close', leave);
        this.#leave(owner, line, given);
      };
      const leave = () => shrink(0);
      this.#shrinks.set(outgoing, shrink);
      if (outgoing.closed) leave();
      else outgoing.once('close', leave);
    };
    if (line.waiting.size > 0 || !this.#fits(line, size)) return this.#turnIn(line, size, outgoing).then(hold);
    line.taken += size;
    hold();
    return undefined;
  }

  /** One that is larger than the room has it alone. */
  #fits({ taken }: Line, size: number): boolean {
    return taken === 0 || taken + size <= this.#room;
  }

  /** Gives a place, or a part of one, to the next ones that wait. */
  #leave(owner: string, line: Line, size: number): void {
    line.taken -= size;
    this.#admit(line);
    if (line.taken === 0 && line.waiting.size === 0) this.#lines.delete(owner);
  }

  #admit(line: Line): void {
    for (const next of line.waiting) {
      if (!this.#fits(line, next.size)) return;
      line.waiting.delete(next);
      line.taken += next.size;
      next.take();
    }
  }

  #turnIn(line: Line, size: number, outgoing: Outgoing): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.waiting.delete(waiting);
        this.#admit(line); // those behind it can be smaller
        reject(new CallerLeft('the caller left before its turn'));
      };
      const waiting: Waiting = {
        size,
        take: () => {
          outgoing.off('close', leave);
          resolve();
        },
      };
      line.waiting.add(waiting);
      outgoing.once('close', leave);
    });
  }
}

/** What waits on a connection that ends: one listener for all, as many requests can come at once. */
const onConnections = new WeakMap<Connection, Set<() => void>>();

/** Answers to requests that follow each other on one connection are sent in their order: one behind others takes no place. */
function firstOnConnection({ incoming: { socket }, outgoing }: Exchanged): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new CallerLeft('the caller left before its turn'));
    if (socket.destroyed) return leave();
    const waiting = onConnections.get(socket) ?? new Set();
    if (!onConnections.has(socket)) {
      onConnections.set(socket, waiting);
      socket.once('close', () => {
        for (const end of waiting) end();
      });
    }
    waiting.add(leave);
    outgoing.once('socket', () => {
      waiting.delete(leave);
      resolve();
    });
  });
}
