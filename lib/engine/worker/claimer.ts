import type { Database } from '#database';
import type { ClaimedRun } from '../run/claimed-run.ts';
import { admitKeyedRuns } from './admit-keyed.ts';
import { advancePositions, type ClaimKind, claimRuns } from './claim.ts';
import { freeUnknownRuns, LostClaims } from './lost-claims.ts';

const shortestBetweenFullLooksInMs = 50;

export type ClaimerOptions = {
  database: Database;
  slots: number;
  kinds: ClaimKind[];
  filter: { queues: string[]; types: string[] };
  workerKey(): number;
  leaseInMs: number;
  /** Tasks whose runs this worker knows to hold. */
  heldTasks(): number[];
  /** Starts what was claimed. Each run occupies a slot from then on until `freeSlot`. */
  begin(claims: readonly ClaimedRun[]): Promise<void>;
  /** Repeats work until it succeeds: the database may be away for a while. */
  retrying<T>(work: () => Promise<T>): Promise<T>;
};

/** Claims runs while there is work and room for it. */
export class Claimer {
  readonly #options: ClaimerOptions;
  readonly #lostClaims: LostClaims;
  /** Runs that occupy a slot. A run whose end is being committed does not. */
  #occupied = 0;
  #isStopped = false;
  #claiming: Promise<void> | undefined;
  #isWanted = false;
  #hasMore = false;
  #fullLook = { endedAt: Number.NEGATIVE_INFINITY, tookInMs: 0 };

  constructor(options: ClaimerOptions) {
    this.#options = options;
    const { database, leaseInMs, workerKey, heldTasks } = options;
    this.#lostClaims = new LostClaims({
      leaseInMs,
      giveBack: () => freeUnknownRuns(database, workerKey(), heldTasks()),
    });
  }

  /** Claims as soon as no claim is under way. */
  wake(): void {
    this.#isWanted = true;
    if (this.#claiming !== undefined || this.#isStopped) return;
    this.#claiming = this.#claim().then(() => {
      this.#claiming = undefined;
      if (this.#isWanted && this.#occupied < this.#options.slots) this.wake();
    });
  }

  /** Wakes where the last claim came back full. */
  wakeForMore(): void {
    if (this.#hasMore) this.wake();
  }

  occupySlot(): void {
    this.#occupied++;
  }

  freeSlot(): void {
    this.#occupied--;
    const { slots } = this.#options;
    if (this.#hasMore && slots - this.#occupied >= slots / 4) this.wake();
  }

  /** Claims nothing from now on. Resolves when the claim under way is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#claiming;
  }

  /**
   * Claims while there is work and room. While batches come back full, claims go on from where the last one ended; a
   * look at all the work follows when that is used up, and from time to time for what has come since.
   */
  async #claim(): Promise<void> {
    const { database, slots, kinds, filter, workerKey, begin, retrying } = this.#options;
    await retrying(() => this.#lostClaims.giveBack());
    while (this.#isWanted && !this.#isStopped) {
      const free = slots - this.#occupied;
      if (free <= 0) break;
      this.#isWanted = false;
      const room = Math.min(free, Math.ceil(slots / 2));
      const isFull = this.#looksAtAll();
      if (isFull) for (const kind of kinds) kind.position = undefined;
      const startedAt = performance.now();
      const key = workerKey();
      const claims = await retrying(() => this.#lostClaims.watch(() => claimRuns(database, key, room, kinds)));
      if (isFull) this.#fullLook = { endedAt: performance.now(), tookInMs: performance.now() - startedAt };
      this.#hasMore = claims.length === room;
      if (this.#hasMore) advancePositions(kinds, claims);
      if (claims.length > 0) await begin(claims);
      if (!this.#hasMore && !isFull) this.#isWanted = true;
      if (!this.#hasMore && isFull && (await retrying(() => admitKeyedRuns(database, room, filter))) > 0)
        this.#isWanted = true;
    }
  }

  #looksAtAll(): boolean {
    const { endedAt, tookInMs } = this.#fullLook;
    return !this.#hasMore || performance.now() - endedAt > Math.max(shortestBetweenFullLooksInMs, 10 * tookInMs);
  }
}
