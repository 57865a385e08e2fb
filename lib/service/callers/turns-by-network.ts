import { HttpError } from '../http/problem.ts';

type TurnsConfig = {
  concurrency: number;
  /** How many of them one network or caller has at a time. Omitted: all. */
  concurrencyPerNetwork?: number;
  waitingPerNetwork: number;
  refusal?: string;
};

const tooMany = 'too many sign-ins and new tokens from your network at this moment';

type Lines = Map<string, (() => void)[]>;

/** Where a piece of work waits: before those of all networks that wait elsewhere, before the others of its own, or behind them. */
export type Place = 'beforeAll' | 'beforeOwn' | 'last';

/**
 * Bounds the work for callers who are not signed in yet, and work that is costly for any caller. So many pieces are done
 * at the same time, and those that wait take turns by network or caller, so a flood makes only itself wait.
 */
export class TurnsByNetwork {
  readonly #config: TurnsConfig;
  /** Those that go first, and the others. A line that had a turn goes to the end of its map. */
  readonly #lines: readonly [Lines, Lines] = [new Map(), new Map()];
  readonly #running = new Map<string, number>();
  #total = 0;

  constructor(config: TurnsConfig) {
    this.#config = config;
  }

  /** Does the work in turn. Throws `TooManyRequests` when the network has too much waiting already. */
  async run<T>(network: string, work: () => Promise<T>, place: Place = 'last'): Promise<T> {
    await this.begin(network, place);
    try {
      return await work();
    } finally {
      this.end(network);
    }
  }

  /**
   * Returns `undefined` when a turn begins at once, otherwise a promise that resolves when it does. Throws as `run`. Whoever
   * begins a turn ends it.
   */
  begin(network: string, place: Place = 'last'): Promise<void> | undefined {
    if (!this.#mayBegin(network)) return this.#wait(network, place);
    this.#count(network, 1);
    return undefined;
  }

  /** Ends a turn: the next one begins. */
  end(network: string): void {
    this.#count(network, -1);
    for (const lines of this.#lines) {
      for (const [next, line] of lines) {
        if (!this.#mayBegin(next)) continue;
        const begin = line.shift();
        lines.delete(next);
        if (line.length > 0) lines.set(next, line);
        this.#count(next, 1);
        begin?.();
        return;
      }
    }
  }

  #mayBegin(network: string): boolean {
    const { concurrency, concurrencyPerNetwork = concurrency } = this.#config;
    return this.#total < concurrency && (this.#running.get(network) ?? 0) < concurrencyPerNetwork;
  }

  #count(network: string, change: 1 | -1): void {
    this.#total += change;
    const running = (this.#running.get(network) ?? 0) + change;
    if (running === 0) this.#running.delete(network);
    else this.#running.set(network, running);
  }

  #wait(network: string, place: Place): Promise<void> {
    const lines = this.#lines[place === 'beforeAll' ? 0 : 1];
    const line = lines.get(network) ?? [];
    if (line.length >= this.#config.waitingPerNetwork)
      throw new HttpError('TooManyRequests', this.#config.refusal ?? tooMany, { 'retry-after': '2' });
    lines.set(network, line);
    return new Promise((resolve) => (place === 'beforeOwn' ? line.unshift(resolve) : line.push(resolve)));
  }
}
