import type { WatchChange } from '#contract';
import { changeOfTasks } from './change-of-tasks.ts';
import { mergeChanges } from './merge-changes.ts';

/** Changes that a reader has not received yet, merged into one of bounded size, which equally slow readers share. */
export class PendingChange {
  readonly #concerning: (change: WatchChange) => WatchChange | undefined;
  #pending: WatchChange | undefined;

  /** `only`: ignores changes of other tasks. */
  constructor(only: readonly string[] | undefined) {
    this.#concerning = only === undefined ? notEmpty : changeOfTasks(only);
  }

  add(change: WatchChange): void {
    const added = this.#concerning(change);
    if (added === undefined) return;
    this.#pending = this.#pending === undefined ? added : mergeChanges(this.#pending, added);
  }

  /** Returns and clears what is to be sent, or `undefined` when there is nothing. */
  take(): WatchChange | undefined {
    const taken = this.#pending;
    this.#pending = undefined;
    return taken;
  }
}

function notEmpty(change: WatchChange): WatchChange | undefined {
  return change.tasks.length > 0 || change.created > 0 || change.isOverflow ? change : undefined;
}
