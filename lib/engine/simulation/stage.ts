/** One call of a handler: one claim of a run. Numbered in the order in which they begin, from 1. */
export type Performance = {
  readonly number: number;
  readonly taskId: string;
  readonly runCount: number;
  readonly worker: string;
};

/** One call of a step's function. `key` is the step's idempotency key. */
export type Effect = {
  readonly performance: Performance;
  readonly key: string;
  readonly attempt: number;
  /** Its place in the trace. */
  readonly begunAt: number;
  /** Unique to this effect, and the step's result when it succeeds. */
  readonly token: string;
  hasSucceeded: boolean;
};

export type ParkedEffect = { readonly effect: Effect; readonly name: string; release(): void };

/**
 * Where handlers perform: it records what they do and holds every step until the scheduler lets it go on. Handlers run
 * in this process, so the trace has one order.
 */
export class Stage {
  readonly trace: string[] = [];
  readonly effects: Effect[] = [];
  readonly performances: Performance[] = [];
  readonly violations: string[] = [];
  readonly #parked = new Set<ParkedEffect>();
  /** Steps that are known to be committed, for the handler went on after them. */
  readonly #completed = new Map<string, number>();
  readonly #free = new Set<string>();
  #isOpen = false;

  note(text: string): number {
    return this.trace.push(text);
  }

  violate(text: string): void {
    this.note(`VIOLATION ${text}`);
    this.violations.push(text);
  }

  enter(taskId: string, runCount: number, worker: string): Performance {
    const performance = { number: this.performances.length + 1, taskId, runCount, worker };
    this.performances.push(performance);
    this.note(`performance ${performance.number} of ${taskId} run ${runCount} begins on ${worker}`);
    return performance;
  }

  /** Begins an effect and resolves when the scheduler lets it end. */
  async perform(performance: Performance, key: string, attempt: number, name: string): Promise<Effect> {
    const begunAt = this.note(`performance ${performance.number} begins ${key} (${name}) attempt ${attempt}`);
    const token = `${key}#${this.effects.length + 1}`;
    const effect: Effect = { performance, key, attempt, begunAt, token, hasSucceeded: false };
    this.#judge(effect);
    this.effects.push(effect);
    if (this.#isOpen || this.#free.has(performance.worker)) return effect;
    const { promise, resolve } = Promise.withResolvers<void>();
    const parked: ParkedEffect = {
      effect,
      name,
      release: () => {
        this.#parked.delete(parked);
        this.note(`performance ${performance.number} goes on with ${key}`);
        resolve();
      },
    };
    this.#parked.add(parked);
    await promise;
    return effect;
  }

  /** In an order that does not depend on which came first. */
  get parked(): ParkedEffect[] {
    const order = ({ effect }: ParkedEffect) => `${effect.key} ${effect.performance.number}`;
    return [...this.#parked].toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
  }

  isParked(taskId: string, runCount: number, worker: string): boolean {
    return [...this.#parked].some(
      ({ effect: { performance } }) =>
        performance.taskId === taskId && performance.runCount === runCount && performance.worker === worker,
    );
  }

  /** From now on no step of this worker is held. */
  letGo(worker: string): void {
    this.#free.add(worker);
    for (const parked of this.parked) if (parked.effect.performance.worker === worker) parked.release();
  }

  /** From now on no step is held. */
  open(): void {
    this.#isOpen = true;
    for (const parked of this.parked) parked.release();
  }

  /** A step begins only when what its handler was given before is committed, so that must never run again. */
  #judge(effect: Effect): void {
    const completedAt = this.#completed.get(effect.key);
    if (completedAt !== undefined)
      this.violate(`step ${effect.key} was complete at ${completedAt} and ran again at ${effect.begunAt}`);
    for (const earlier of this.effects)
      if (earlier.performance === effect.performance && earlier.hasSucceeded && earlier.key !== effect.key)
        if (!this.#completed.has(earlier.key)) this.#completed.set(earlier.key, effect.begunAt);
  }
}
