import { HttpError } from '../http/problem.ts';

type TurnsConfig = { concurrency: number; waitingPerNetwork: number; refusal?: string };

const tooMany = 'too many sign-ins and new tokens from your network at this moment';

type Lines = Map<string, (() => void)[]>;

/**
 * Bounds the work for callers who are not signed in yet, and work that is costly for any caller. So many pieces are done
 * at the same time, and those that wait take turns by network or caller, so a flood makes only itself wait.
 */
export class TurnsByNetwork {
  readonly #config: TurnsConfig;
  /** Those that go first, and the others. A line that had a turn goes to the end of its map. */
  readonly #lines: readonly [Lines, Lines] = [new Map(), new Map()];
  #running = 0;

  constructor(config: TurnsConfig) {
    this.#config = config;
  }

  /** Does the work in turn. Throws `TooManyRequests` when the network has too much waiting already. */
  async run<T>(network: string, work: () => Promise<T>, isFirst = false): Promise<T> {
    if (this.#running >= this.#config.concurrency) await this.#wait(this.#lines[isFirst ? 0 : 1], network);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#pass();
    }
  }

  #wait(lines: Lines, network: string): Promise<void> {
    const line = lines.get(network) ?? [];
    if (line.length >= this.#config.waitingPerNetwork)
      throw new HttpError('TooManyRequests', this.#config.refusal ?? tooMany, { 'retry-after': '2' });
    lines.set(network, line);
    return new Promise((resolve) => line.push(resolve));
  }

  #pass(): void {
    const lines = this.#lines[0].size > 0 ? this.#lines[0] : this.#lines[1];
    const [next] = lines;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    const [network, line] = next;
    const begin = line.shift();
    lines.delete(network);
    if (line.length > 0) lines.set(network, line);
    begin?.();
  }
}
