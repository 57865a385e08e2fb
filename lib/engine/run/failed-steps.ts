import { causeChain, isThrownError } from '#contract';
import type { StepEntry } from './journal-entry.ts';

/** The failures that an execution passed to its handler, and the steps that caused them. */
export class FailedSteps {
  readonly #failures = new Map<Error, { entry: StepEntry; callsMade: number }>();

  /** `callsMade`: the number of calls that the handler had made when it received the failure. */
  add(failure: Error, entry: StepEntry, callsMade: number): void {
    this.#failures.set(failure, { entry, callsMade });
  }

  /**
   * Returns the failed steps that caused this error: those among its causes, and those after which the handler made no
   * call.
   */
  behind(thrown: unknown, callsMade: number): StepEntry[] {
    const causes = new Set<unknown>();
    const visit = (error: unknown): void => {
      for (const cause of causeChain(error)) {
        if (!isThrownError(cause) || causes.has(cause)) return;
        causes.add(cause);
        if (cause instanceof AggregateError) cause.errors.forEach(visit);
      }
    };
    visit(thrown);
    return [...this.#failures]
      .filter(([failure, known]) => causes.has(failure) || known.callsMade === callsMade)
      .map(([, { entry }]) => entry);
  }
}
