import { CallerLeft } from '#contract';
import { ownerOf } from '../access/caller.ts';
import { authoriseAgain } from '../http/stages/authorise.ts';
import type { Exchange, Plan, Turn } from '../http/stages/exchange.ts';
import { type Place, TurnsByNetwork } from './turns-by-network.ts';

const waitingPerNetwork = Number.POSITIVE_INFINITY;

/**
 * What a service process does at the same time, in turn by owner. What one owner has of both is fewer than the connections to
 * the database: who asks for many large pages, or sends many large bodies, leaves connections, turns and processor time to
 * the others.
 */
const turns = {
  read: new TurnsByNetwork({ concurrency: 12, concurrencyPerNetwork: 6, waitingPerNetwork }),
  change: new TurnsByNetwork({ concurrency: 16, concurrencyPerNetwork: 12, waitingPerNetwork }),
};

/** The turn of one request, which it can give to others while it waits for something else. */
export class OwnerTurn implements Turn {
  readonly #plan: Plan;
  readonly #exchange: Exchange;
  readonly #turns: TurnsByNetwork;
  readonly #owner: string;
  #isHeld = false;

  constructor(plan: Plan, exchange: Exchange, kind: keyof typeof turns) {
    this.#plan = plan;
    this.#exchange = exchange;
    this.#turns = turns[kind];
    this.#owner = ownerOf(exchange.caller);
  }

  /** Resolves when the turn has come. The rights are looked at again if that takes a while. */
  async enter(place?: Place): Promise<void> {
    if (this.#isHeld) return;
    await this.#begin(place);
    if (this.#isHeld) this.#turns.end(this.#owner); // another wait of the same request was over before
    this.#isHeld = true;
  }

  /** Ends the turn. */
  leave(): void {
    if (this.#isHeld) this.#turns.end(this.#owner);
    this.#isHeld = false;
  }

  async #begin(place?: Place): Promise<void> {
    const later = this.#turns.begin(this.#owner, place);
    if (later === undefined) return;
    await later;
    try {
      if (this.#exchange.outgoing.closed) throw new CallerLeft('the caller left before its turn');
      await authoriseAgain(this.#plan, this.#exchange);
    } catch (error) {
      this.#turns.end(this.#owner);
      throw error;
    }
  }
}
