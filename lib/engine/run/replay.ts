import type { StepKind } from '#contract';
import { NonRetryableError } from '../definition/failures.ts';
import { type Mask, noMask } from './masking.ts';
import type { RecordedStep } from './read-journal.ts';

/** The place of a call in the journal: its sequence and masked name, and what an earlier claim recorded there. */
export type Place = {
  readonly sequence: number;
  readonly name: string;
  readonly recorded: RecordedStep | undefined;
};

/**
 * Matches a handler's calls with its journal in the order in which they are made. A step that failed may have another
 * outcome when it runs again. From then on a call is matched by name and occurrence, and a new call gets a new
 * sequence.
 */
export class Replay {
  readonly #recorded: (RecordedStep | undefined)[] = [];
  #next = 0;
  #isDiverged = false;
  /** How many recorded calls come before the handler does something new. */
  #left: number;

  readonly #mask: Mask;

  constructor(recorded: readonly RecordedStep[] = [], mask: Mask = noMask) {
    this.#mask = mask;
    for (const step of recorded) this.#recorded[step.sequence] = this.#withNameMasked(step);
    this.#left = recorded.length;
  }

  /** Whether the handler only repeats what it did in an earlier execution: calls that were over are still to come. */
  get isBehind(): boolean {
    return this.#left > 0 && !this.#isDiverged;
  }

  /** The number of calls made so far. */
  get next(): number {
    return this.#next;
  }

  /** Called when a step that had failed is over: the handler may now differ from the journal. */
  diverge(): void {
    this.#isDiverged = true;
  }

  /**
   * Throws a NonRetryableError when the journal has another name at this place. `givenFormer`: the name under which
   * earlier versions recorded the call.
   */
  place(given: string, kind: StepKind, givenFormer = given): Place {
    const name = this.#mask(given.toWellFormed()); // PostgreSQL's text holds no half of a character
    const formerName = givenFormer === given ? name : this.#mask(givenFormer.toWellFormed());
    if (this.#recorded.length === 0) return { sequence: this.#next++, name, recorded: undefined };
    return this.#isDiverged ? this.#placeByName(name, kind, formerName) : this.#placeInOrder(name, kind, formerName);
  }

  /** Earlier versions recorded names with the values of secrets in them. */
  #withNameMasked(step: RecordedStep): RecordedStep {
    return this.#mask === noMask ? step : { ...step, name: this.#mask(step.name) };
  }

  #placeInOrder(name: string, kind: StepKind, formerName: string): Place {
    const sequence = this.#next++;
    const recorded = this.#recorded[sequence];
    const isKnown = recorded?.name === name || recorded?.name === formerName;
    if (recorded !== undefined && !(isKnown && recorded.kind === kind))
      throw new NonRetryableError(
        `the handler no longer matches the journal: at sequence ${sequence} it calls ${kind} "${name}", ` +
          `but ${recorded.kind} "${recorded.name}" is recorded there`,
      );
    if (recorded?.status === 'succeeded' || recorded?.status === 'failed') this.#left -= 1;
    else this.#left = 0;
    this.#recorded[sequence] = undefined;
    return { sequence, name, recorded };
  }

  #placeByName(name: string, kind: StepKind, formerName: string): Place {
    const names = new Set([name, formerName]);
    const sequence = this.#recorded.findIndex(
      (step) => step !== undefined && names.has(step.name) && step.kind === kind,
    );
    if (sequence >= 0) {
      const recorded = this.#recorded[sequence];
      this.#recorded[sequence] = undefined;
      return { sequence, name, recorded };
    }
    const fresh = Math.max(this.#next, this.#recorded.length);
    this.#next = fresh + 1;
    return { sequence: fresh, name, recorded: undefined };
  }
}

/** Throws a NonRetryableError for what cannot be the name of a step. */
export function requireStepName(name: unknown): void {
  if (typeof name !== 'string' || name.length === 0 || name.length > 256)
    throw new NonRetryableError('a step name is a text of 1 to 256 characters');
}
