import { channel } from 'node:diagnostics_channel';
import { type Database, endProcess } from '#database';
import type { ClaimedRun } from '../run/claimed-run.ts';
import { admitKeyedRuns } from './admit-keyed.ts';
import { type ClaimOrder, claimRuns } from './claim.ts';
import { advancePositions, type ClaimKind, notePriorities } from './claim-segments.ts';
import { FairTurns } from './fair-turns.ts';
import { FloorKeeper } from './floor-keeper.ts';
import { lowestFloor, newKeyPlace } from './keyed-floor.ts';
import { LostClaims } from './lost-claims.ts';
import { freeUnknownRuns } from './unknown-runs.ts';

const shortestBetweenFullLooksInMs = 50;
/** Tells a program that measures its worker how long each look for work took. */
const claimChannel = channel('taskdeck.claim');

type ClaimerOptions = {
  database: Database;
  slots: number;
  kinds: ClaimKind[];
  filter: { queues: string[]; types: string[] };
  workerKey(): number;
  leaseInMs: number;
  /** Returns the tasks whose runs this worker knows that it holds, without those that it keeps: a lost claim may have taken one. */
  heldTasks(): readonly number[];
  /** Starts the claimed runs. Each occupies a slot until `freeSlot`. */
  begin(claims: readonly ClaimedRun[]): Promise<void>;
  /** Repeats work until it succeeds, because the database may be away for a while. */
  retrying<T>(work: () => Promise<T>): Promise<T>;
  onTrouble(error: Error): void;
};

/** Claims runs while there is work and a free slot. */
export class Claimer {
  readonly #options: ClaimerOptions;
  readonly #lostClaims: LostClaims;
  readonly #turns: FairTurns;
  readonly #floors: FloorKeeper;
  readonly #keyPlace = newKeyPlace();
  /** The number of runs that occupy a slot. A run whose end is being committed does not. */
  #occupied = 0;
  #isStopped = false;
  #claiming: Promise<void> | undefined;
  #isWanted = false;
  #hasMore = false;
  #fullLook = { endedAt: Number.NEGATIVE_INFINITY, tookInMs: 0 };

  constructor(options: ClaimerOptions) {
    this.#options = options;
    this.#turns = new FairTurns(options.slots);
    const { database, leaseInMs, workerKey, heldTasks, kinds, onTrouble } = options;
    this.#floors = new FloorKeeper(database, kinds, onTrouble);
    this.#lostClaims = new LostClaims({
      leaseInMs,
      giveBack: () => freeUnknownRuns(database, workerKey(), heldTasks),
    });
  }

  /** Claims as soon as the current claim is done. */
  wake(): void {
    this.#isWanted = true;
    if (this.#claiming !== undefined || this.#isStopped) return;
    this.#claiming = this.#claim()
      .then(() => {
        this.#claiming = undefined;
        if (this.#isWanted && this.#occupied < this.#options.slots) this.wake();
      })
      .catch(endProcess);
  }

  /** Claims from the bottom of all floors: the connection was lost, and the server may have crashed. */
  wakeAfterLoss(): void {
    this.#floors.lower();
    this.#keyPlace.floor = lowestFloor;
    this.wake();
  }

  /** Claims again when the last claim came back full. */
  wakeForMore(): void {
    if (this.#hasMore) this.wake();
  }

  get hasFreeSlot(): boolean {
    return this.#occupied < this.#options.slots;
  }

  occupySlot(): void {
    this.#occupied++;
  }

  freeSlot(): void {
    this.#occupied--;
    const { slots } = this.#options;
    if (this.#hasMore && slots - this.#occupied >= slots / 4) this.wake();
  }

  /** Stops claiming. Resolves when the current claim is done. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#claiming;
    await this.#floors.rest();
  }

  /**
   * Claims while there is work and a free slot. While batches come back full, each claim continues where the last one
   * ended. A full look from the floors on follows when that returns no more, and at intervals for runs that came since.
   */
  async #claim(): Promise<void> {
    const { database, slots, kinds, workerKey, begin, retrying } = this.#options;
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
      const take = (count: number, of: readonly ClaimKind[], order: ClaimOrder) =>
        retrying(() => this.#lostClaims.watch(() => claimRuns(database, key, count, of, order)));
      const inTurn = await this.#claimInTurn(this.#turns.due(room, isFull), take);
      const left = room - inTurn;
      const claims = left > 0 ? await take(left, kinds, 'by caller') : [];
      this.#turns.note(claims.length);
      const tookInMs = performance.now() - startedAt;
      if (claimChannel.hasSubscribers) claimChannel.publish({ tookInMs, isFull });
      if (isFull) {
        this.#fullLook = { endedAt: performance.now(), tookInMs };
        notePriorities(kinds, claims);
        this.#floors.keep(claims.length === 0);
      }
      this.#hasMore = claims.length === left;
      if (this.#hasMore) advancePositions(kinds, claims);
      if (claims.length > 0) await begin(claims);
      if (!this.#hasMore && !isFull) this.#isWanted = true;
      if (!this.#hasMore && isFull && (await this.#admit(room)) > 0) this.#isWanted = true;
    }
  }

  /** Claims and begins the runs whose turn it is, whatever their priority. Resolves with their number. */
  async #claimInTurn(due: number, take: Parameters<FairTurns['claim']>[2]): Promise<number> {
    if (due === 0) return 0;
    const { kinds, begin } = this.#options;
    await this.#admit(due); // else only when nothing else is left
    const claims = await this.#turns.claim(due, kinds, take);
    if (claims.length > 0) await begin(claims);
    return claims.length;
  }

  /** Admits runs with a concurrency key. Resolves with their number. */
  #admit(count: number): Promise<number> {
    const { database, filter, retrying } = this.#options;
    return retrying(() => admitKeyedRuns(database, count, filter, this.#keyPlace, this.#floors.settled));
  }

  #looksAtAll(): boolean {
    const { endedAt, tookInMs } = this.#fullLook;
    return !this.#hasMore || performance.now() - endedAt > Math.max(shortestBetweenFullLooksInMs, 10 * tookInMs);
  }
}
