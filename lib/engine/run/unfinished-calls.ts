import { type LoggedRun, writeLog } from './log.ts';
import type { Place } from './replay.ts';

/**
 * The calls of a run with an effect of their own that are under way: steps, calls of state and creations of children, but
 * not waits. When the handler returns before they have ended, they may be done or not, and be recorded or not.
 */
export class UnfinishedCalls {
  readonly #places = new Set<Pick<Place, 'name'>>();

  begin(place: Pick<Place, 'name'>): void {
    this.#places.add(place);
  }

  end(place: Pick<Place, 'name'>): void {
    this.#places.delete(place);
  }

  /** Warns in the run's log, when the handler has returned, that these calls were not awaited. */
  warn(run: LoggedRun): void {
    if (this.#places.size === 0) return;
    const names = [...this.#places].slice(0, 10).map(({ name }) => JSON.stringify(name));
    const more = this.#places.size > names.length ? ` and ${this.#places.size - names.length} more` : '';
    writeLog(
      run,
      'warn',
      `the handler returned while ${names.join(', ')}${more} had not ended: it may not be done or recorded. Await each call.`,
      undefined,
    );
  }
}
