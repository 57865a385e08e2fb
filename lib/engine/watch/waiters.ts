import type { TaskResponse } from '#contract';
import type { Change } from './change-feed.ts';

/** A task that has ended; `isGone`: it was deleted; `isOver`: the caller no longer waits. */
export type WaitOutcome = TaskResponse | 'isGone' | 'isOver';

/** Somebody who waits for a task to end. */
export type Waiter = {
  key: number;
  id: string;
  /** The record of the task's creation, where it is known. */
  record: TaskResponse | undefined;
  settle(outcome: WaitOutcome): void;
};

/** Waiters whose tasks are to be read, and the keys of those tasks of which it was told that they have ended. */
export type DueWaiters = { waiters: readonly Waiter[]; ended: ReadonlySet<number> };

/** All waiters, and which of them are due: their tasks may have ended. */
export class Waiters {
  readonly #all = new Set<Waiter>();
  readonly #byKey = new Map<number, Set<Waiter>>();
  #due = new Set<Waiter>();
  #ended = new Set<number>();

  get isEmpty(): boolean {
    return this.#all.size === 0;
  }

  get all(): readonly Waiter[] {
    return [...this.#all];
  }

  add(waiter: Waiter): void {
    this.#all.add(waiter);
    this.#byKey.set(waiter.key, (this.#byKey.get(waiter.key) ?? new Set()).add(waiter));
  }

  remove(waiter: Waiter): void {
    this.#all.delete(waiter);
    this.#due.delete(waiter);
    const same = this.#byKey.get(waiter.key);
    same?.delete(waiter);
    if (same?.size === 0) this.#byKey.delete(waiter.key);
  }

  isDue(waiter: Waiter): void {
    this.#due.add(waiter);
  }

  allAreDue(): void {
    this.#due = new Set(this.#all);
  }

  /** Those whose tasks a change names are due. */
  note({ ids, endedKeys, isOverflow }: Change): void {
    if (endedKeys !== undefined) {
      for (const key of endedKeys) {
        for (const waiter of this.#byKey.get(key) ?? []) this.#due.add(waiter);
        if (this.#byKey.has(key)) this.#ended.add(key);
      }
    } else if (isOverflow) {
      this.allAreDue();
    } else {
      const named = new Set(ids);
      for (const waiter of this.#all) if (named.has(waiter.id)) this.#due.add(waiter);
    }
  }

  /** Returns those that are due, once. */
  takeDue(): DueWaiters | undefined {
    if (this.#due.size === 0) return undefined;
    const taken = { waiters: [...this.#due], ended: this.#ended };
    this.#due = new Set();
    this.#ended = new Set();
    return taken;
  }
}
