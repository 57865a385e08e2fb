import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CallerLeft } from '../http/read-body.ts';

type Line = { open: number; waiting: Set<() => void> };
/** A request and what answers it. */
export type Exchanged = { incoming: Pick<IncomingMessage, 'socket'>; outgoing: ServerResponse };

/**
 * Bounds the answers of one caller that are being made, or that the caller has not taken yet. Each is in memory as a whole,
 * and a short request can ask for megabytes. Further requests of the caller wait.
 */
export class UnreadAnswers {
  readonly #limit: number;
  readonly #lines = new Map<string, Line>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Resolves when there is room for one more answer, which counts until it is sent or its connection ends, with whether
   * the request had to wait. Rejects with `CallerLeft` when the caller leaves before.
   */
  async add(owner: string, exchanged: Exchanged): Promise<boolean> {
    const { outgoing } = exchanged;
    const isBehind = outgoing.socket === null;
    if (isBehind) await firstOnConnection(exchanged);
    const line = this.#lines.get(owner) ?? { open: 0, waiting: new Set() };
    this.#lines.set(owner, line);
    const isLate = line.open >= this.#limit;
    if (isLate) await turnIn(line, outgoing);
    else line.open += 1;
    const leave = () => this.#pass(owner, line);
    if (outgoing.closed) leave();
    else outgoing.once('close', leave);
    return isBehind || isLate;
  }

  /** Gives the place of an answer to the next one that waits. */
  #pass(owner: string, line: Line): void {
    const [next] = line.waiting;
    if (next === undefined) line.open -= 1;
    else {
      line.waiting.delete(next);
      next();
    }
    if (line.open === 0) this.#lines.delete(owner);
  }
}

function turnIn(line: Line, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = () => {
      outgoing.off('close', leave);
      resolve();
    };
    const leave = () => {
      line.waiting.delete(take);
      reject(new CallerLeft('the caller left before its turn'));
    };
    line.waiting.add(take);
    outgoing.once('close', leave);
  });
}

/** What waits on a connection that ends: one listener for all, as many requests can come at once. */
const onConnections = new WeakMap<Socket, Set<() => void>>();

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
