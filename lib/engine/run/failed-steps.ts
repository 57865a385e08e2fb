import type { StepEntry } from './journal-entry.ts';

/** The failures that one execution gave to its handler, and the steps behind them. */
export class FailedSteps {
  readonly #failures = new Map<Error, { entry: StepEntry; callsMade: number }>();

  /** `callsMade`: calls that the handler had made when it was given the failure. */
  add(failure: Error, entry: StepEntry, callsMade: number): void {
    this.#failures.set(failure, { entry, callsMade });
  }

  /** The failed steps that made the handler throw this: those in its causes, and those after which it called nothing. */
  behind(thrown: unknown, callsMade: number): StepEntry[] {
    const causes = new Set<unknown>();
    const visit = (error: unknown): void => {
      if (!(error instanceof Error) || causes.has(error)) return;
      causes.add(error);
      visit(error.cause);
      if (error instanceof AggregateError) error.errors.forEach(visit);
    };
    visit(thrown);
    return [...this.#failures]
      .filter(([failure, known]) => causes.has(failure) || known.callsMade === callsMade)
      .map(([, { entry }]) => entry);
  }
}
