import { inspect } from 'node:util';
import type { StepKind } from '#contract';
import { NonRetryableError } from '../definition/failures.ts';
import { callAfterWork, Handover } from './handover.ts';
import { type Mask, noMask } from './masking.ts';
import type { RecordedStep } from './read-journal.ts';

/** The place of a call in the journal: its sequence and masked name, and what an earlier claim recorded there. */
export type Place = {
  readonly sequence: number;
  readonly name: string;
  readonly recorded: RecordedStep | undefined;
};

/**
 * Matches a handler's calls with its journal in the order in which they are made. A call that comes earlier or later than
 * it was recorded, as in branches that run beside each other, is matched by name and occurrence. A step that failed may
 * have another outcome when it runs again: from then on every call is, and a new call gets a new sequence.
 */
export class Replay {
  readonly #recorded: (RecordedStep | undefined)[] = [];
  /** Sequences that were matched before their turn. */
  readonly #moved = new Set<number>();
  #next = 0;
  #isDiverged = false;
  /** How many recorded calls come before the handler does something new. */
  #left: number;

  readonly #recordedBefore: readonly RecordedStep[];
  readonly #mask: Mask;
  /** The order in which the handler gets its results. */
  readonly handover: Handover;

  constructor(recorded: readonly RecordedStep[] = [], mask: Mask = noMask) {
    this.#mask = mask;
    this.#recordedBefore = recorded;
    for (const step of recorded) this.#recorded[step.sequence] = this.#withNameMasked(step);
    this.#left = recorded.length;
    this.handover = new Handover(recorded);
  }

  /** Whether the handler only repeats what it did in an earlier execution: calls that were over are still to come. */
  get isBehind(): boolean {
    return this.#left > 0 && !this.#isDiverged;
  }

  /** The number of calls made so far. */
  get next(): number {
    return this.#next;
  }

  /**
   * Whether a call that may belong to the work under a recorded lock is made again, because it failed in an earlier attempt
   * of the run. A step that waits for its own next attempt has a time.
   */
  isWorkMadeAgain(lock: number, attempt: number): boolean {
    const made = this.#recordedBefore.filter(
      ({ sequence, status, kind, wake_in, attempt: last }) =>
        sequence > lock &&
        (kind === 'lock' ? status === 'failed' && last < attempt : status === 'retrying' && wake_in === null),
    );
    return made.length > 0 && made.some(({ sequence }) => sequence < callAfterWork(this.#recordedBefore, lock));
  }

  /**
   * Ends the repetition, when the handler returns. Returns the names of the recorded calls that it has not made. After a step
   * that had failed, it may have taken another way.
   */
  end(): string[] {
    this.#left = 0;
    return this.#isDiverged ? [] : this.#recorded.flatMap((step) => (step === undefined ? [] : [step.name]));
  }

  /** Called when a step that had failed is over: the handler may now differ from the journal. */
  diverge(): void {
    this.#isDiverged = true;
    this.handover.giveUp();
  }

  /**
   * Throws a NonRetryableError when the journal has another name at this place. `givenFormer`: the name under which
   * earlier versions recorded the call.
   */
  place(given: string, kind: StepKind, givenFormer = given): Place {
    const name = this.#mask(given.toWellFormed()); // PostgreSQL's text holds no half of a character
    const formerName = givenFormer === given ? name : this.#mask(givenFormer.toWellFormed());
    const found =
      this.#recorded.length === 0
        ? { sequence: this.#next++, recorded: undefined }
        : this.#isDiverged
          ? this.#placeByName(name, kind, formerName)
          : this.#placeInOrder(name, kind, formerName);
    this.handover.called(found.sequence);
    return { ...found, name };
  }

  /** Earlier versions recorded names with the values of secrets in them. */
  #withNameMasked(step: RecordedStep): RecordedStep {
    return this.#mask === noMask ? step : { ...step, name: this.#mask(step.name) };
  }

  #placeInOrder(name: string, kind: StepKind, formerName: string): Found {
    while (this.#moved.delete(this.#next)) this.#next += 1;
    const expected = this.#recorded[this.#next];
    if (expected === undefined) return { sequence: this.#next++, recorded: undefined };
    const isExpected = isOf(expected, name, kind, formerName);
    const recorded = isExpected ? expected : this.#takeByName(name, kind, formerName);
    if (recorded === undefined)
      throw new NonRetryableError(
        `the handler no longer matches the journal: at sequence ${this.#next} it calls ${kind} "${name}", ` +
          `but ${expected.kind} "${expected.name}" is recorded there. ${whyOtherCalls}`,
      );
    if (isExpected) this.#recorded[this.#next++] = undefined;
    else this.#moved.add(recorded.sequence);
    if (recorded.status === 'succeeded' || recorded.status === 'failed') this.#left -= 1;
    else this.#left = 0;
    return { sequence: recorded.sequence, recorded };
  }

  #placeByName(name: string, kind: StepKind, formerName: string): Found {
    const recorded = this.#takeByName(name, kind, formerName);
    if (recorded !== undefined) return { sequence: recorded.sequence, recorded };
    const fresh = Math.max(this.#next, this.#recorded.length);
    this.#next = fresh + 1;
    return { sequence: fresh, recorded: undefined };
  }

  #takeByName(name: string, kind: StepKind, formerName: string): RecordedStep | undefined {
    const recorded = this.#recorded.find((step) => step !== undefined && isOf(step, name, kind, formerName));
    if (recorded !== undefined) this.#recorded[recorded.sequence] = undefined;
    return recorded;
  }
}

/** Why a handler makes other calls than it has made before. */
export const whyOtherCalls =
  'Its code changed since, or its calls depend on what is in no step, such as the time or a random number';

type Found = Pick<Place, 'sequence' | 'recorded'>;

function isOf(step: RecordedStep, name: string, kind: StepKind, formerName: string): boolean {
  return (step.name === name || step.name === formerName) && step.kind === kind;
}

/** Throws a NonRetryableError for what cannot be the name of a step. */
export function requireStepName(name: unknown): void {
  if (typeof name === 'string' && name.length >= 1 && name.length <= 256) return;
  const given = typeof name === 'string' ? `this one has ${name.length}` : `${inspect(name, { depth: 0 })} is none`;
  throw new NonRetryableError(`a step name is a text of 1 to 256 characters; ${given}`);
}
