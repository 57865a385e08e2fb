import type { ServerResponse } from 'node:http';

/**
 * Bounds the answers of one owner that are made and not taken yet, whatever asked for them. When there are more, the
 * connections with the oldest ones end. Their callers do not read, and can ask again.
 */
export class UntakenAnswers {
  readonly #maximum: number;
  readonly #owners = new Map<string, { size: number; answers: Map<ServerResponse, number> }>();

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Counts an answer of this size until it is sent or its connection ends. */
  add(owner: string, outgoing: ServerResponse, size: number): void {
    if (outgoing.closed) return;
    const own = this.#owners.get(owner) ?? { size: 0, answers: new Map() };
    this.#owners.set(owner, own);
    own.size += size;
    own.answers.set(outgoing, size);
    outgoing.once('close', () => {
      own.size -= size;
      own.answers.delete(outgoing);
      if (own.answers.size === 0) this.#owners.delete(owner);
    });
    let left = own.size;
    for (const [oldest, its] of own.answers) {
      if (left <= this.#maximum || oldest === outgoing) return;
      left -= its;
      oldest.destroy();
    }
  }
}
