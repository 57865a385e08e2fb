import type { ClaimedRun } from '../run/claimed-run.ts';
import { type ClaimKind, top } from './claim-segments.ts';

/** One of this many claimed runs is taken in turn, whatever its priority. */
const claimsPerTurn = 8;
/** How many claims that are not turns come before a turn. */
const creditPerTurn = claimsPerTurn - 1;

type Claim = (slots: number, kinds: readonly ClaimKind[], order: 'by age') => Promise<readonly ClaimedRun[]>;

/**
 * The part of a worker's claims that goes round all kinds of work and all their priorities, from high to low, so that
 * runs of high priority and of other callers never hold up a run for good. Of 8 claimed runs, 1 is the oldest of the priority whose turn
 * it is. A kind and a priority have one turn in each round.
 */
export class FairTurns {
  readonly #maximumCredit: number;
  /** The claims since the last turns, each of which is a part of a turn: whole numbers, which add up exactly. */
  #credit = 0;
  /** The priority of each kind that had the last turn. */
  readonly #below = new Map<ClaimKind, number>();

  constructor(slots: number) {
    this.#maximumCredit = Math.max(creditPerTurn, Math.floor((slots * creditPerTurn) / claimsPerTurn));
  }

  /** How many of the next claims are turns. Turns gather for a query of their own, unless one more costs little. */
  due(room: number, isCheap: boolean): number {
    if (!isCheap && this.#credit < this.#maximumCredit) return 0;
    return Math.min(Math.floor(this.#credit / creditPerTurn), room);
  }

  /** Claims up to `due` runs in turn. */
  async claim(due: number, kinds: readonly ClaimKind[], claim: Claim): Promise<readonly ClaimedRun[]> {
    const limited = kinds.map((kind) => ({ ...kind, below: this.#below.get(kind) ?? top, position: undefined }));
    const claims = await claim(due, limited, 'by age');
    if (claims.length < due)
      this.#below.clear(); // the round is over
    else
      for (const kind of kinds)
        for (const { queue, type, priority } of claims)
          if (kind.queue === queue && kind.type === type)
            this.#below.set(kind, Math.min(priority, this.#below.get(kind) ?? top));
    this.#credit -= claims.length * creditPerTurn;
    return claims;
  }

  /** Notes claimed runs that were not taken in turn. */
  note(claims: number): void {
    this.#credit = Math.min(this.#credit + claims, this.#maximumCredit);
  }
}
