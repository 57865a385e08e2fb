import { type LoggedRun, writeLog } from './log.ts';
import { type Place, type Replay, whyOtherCalls } from './replay.ts';

type Named = Pick<Place, 'name'>;

/**
 * The calls of a run with an effect of their own that are under way: steps, calls of state and creations of children, but
 * not waits. When the handler returns before they have ended, they may be done or not, and be recorded or not.
 */
export class UnfinishedCalls {
  /** One of them, as most handlers make one call at a time. */
  #one: Named | undefined;
  #others: Set<Named> | undefined;

  begin(place: Named): void {
    if (this.#one === undefined) this.#one = place;
    else {
      this.#others ??= new Set();
      this.#others.add(place);
    }
  }

  end(place: Named): void {
    if (this.#one === place) this.#one = undefined;
    else this.#others?.delete(place);
  }

  /** Warns in the run's log, when the handler has returned, that these calls were not awaited. */
  warn(run: LoggedRun): void {
    if (this.#one === undefined && (this.#others?.size ?? 0) === 0) return;
    const left = [...(this.#one === undefined ? [] : [this.#one]), ...(this.#others ?? [])];
    const names = listOf(left.map(({ name }) => name));
    writeLog(
      run,
      'warn',
      `the handler returned while ${names} had not ended: it may not be done or recorded. Await each call.`,
      undefined,
    );
  }
}

/**
 * Warns in the run's log of calls that are recorded and that the handler did not make when it was repeated. A further attempt may
 * have its reasons for that.
 */
export function warnOfDroppedCalls(run: LoggedRun & { readonly replay: Pick<Replay, 'end'> }): void {
  const dropped = run.replay.end();
  if (dropped.length === 0 || run.attempt > 1) return;
  writeLog(
    run,
    'warn',
    `the handler returned without ${listOf(dropped)}, which an earlier execution has called. ${whyOtherCalls}`,
    undefined,
  );
}

const mostNamed = 10;

function listOf(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return `${names
    .slice(0, mostNamed)
    .map((name) => JSON.stringify(name))
    .join(', ')}${more}`;
}
