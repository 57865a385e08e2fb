/** One call of a handler, for one claim of a run. Numbers count from 1, in the order in which the calls begin. */
export type HandlerCall = {
  readonly number: number;
  readonly taskId: string;
  readonly runCount: number;
  readonly worker: string;
};

/** One call of a step's function. `key` is the step's idempotency key. */
type Effect = {
  readonly handlerCall: HandlerCall;
  readonly key: string;
  readonly attempt: number;
  /** Its position in the trace. */
  readonly begunAt: number;
  /** Unique to this effect, and the step's result when it succeeds. */
  readonly token: string;
  hasSucceeded: boolean;
};

export type ParkedEffect = { readonly effect: Effect; readonly name: string; release(): void };

/**
 * Holds every step of a history until the scheduler releases it, and records the effects of its handlers. Handlers run
 * in this process, so the trace has one order.
 */
export class Stage {
  readonly trace: string[] = [];
  readonly effects: Effect[] = [];
  readonly handlerCalls: HandlerCall[] = [];
  readonly violations: string[] = [];
  readonly #parked = new Set<ParkedEffect>();
  /** Steps that are committed, because the handler went on after them. */
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

  enter(taskId: string, runCount: number, worker: string): HandlerCall {
    const handlerCall = { number: this.handlerCalls.length + 1, taskId, runCount, worker };
    this.handlerCalls.push(handlerCall);
    this.note(`handler call ${handlerCall.number} of ${taskId} run ${runCount} begins on ${worker}`);
    return handlerCall;
  }

  /** Records the begin of an effect and resolves when the scheduler releases it. */
  async holdStep(handlerCall: HandlerCall, key: string, attempt: number, name: string): Promise<Effect> {
    const begunAt = this.note(`handler call ${handlerCall.number} begins ${key} (${name}) attempt ${attempt}`);
    const token = `${key}#${this.effects.length + 1}`;
    const effect: Effect = { handlerCall, key, attempt, begunAt, token, hasSucceeded: false };
    this.#judge(effect);
    this.effects.push(effect);
    if (this.#isOpen || this.#free.has(handlerCall.worker)) return effect;
    const { promise, resolve } = Promise.withResolvers<void>();
    const parked: ParkedEffect = {
      effect,
      name,
      release: () => {
        this.#parked.delete(parked);
        this.note(`handler call ${handlerCall.number} goes on with ${key}`);
        resolve();
      },
    };
    this.#parked.add(parked);
    await promise;
    return effect;
  }

  /** The held steps, sorted by key, so that the order does not depend on which began first. */
  get parked(): ParkedEffect[] {
    const order = ({ effect }: ParkedEffect) => `${effect.key} ${effect.handlerCall.number}`;
    return [...this.#parked].toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
  }

  isParked(taskId: string, runCount: number, worker: string): boolean {
    return [...this.#parked].some(
      ({ effect: { handlerCall } }) =>
        handlerCall.taskId === taskId && handlerCall.runCount === runCount && handlerCall.worker === worker,
    );
  }

  /** Releases the steps of a worker and holds none of its later steps. */
  letGo(worker: string): void {
    this.#free.add(worker);
    for (const parked of this.parked) if (parked.effect.handlerCall.worker === worker) parked.release();
  }

  /** Releases all steps and holds no later ones. */
  open(): void {
    this.#isOpen = true;
    for (const parked of this.parked) parked.release();
  }

  /** The engine begins a step after it has committed the earlier results. Those steps must not run again. */
  #judge(effect: Effect): void {
    const completedAt = this.#completed.get(effect.key);
    if (completedAt !== undefined)
      this.violate(`step ${effect.key} was complete at ${completedAt} and ran again at ${effect.begunAt}`);
    for (const earlier of this.effects)
      if (earlier.handlerCall === effect.handlerCall && earlier.hasSucceeded && earlier.key !== effect.key)
        if (!this.#completed.has(earlier.key)) this.#completed.set(earlier.key, effect.begunAt);
  }
}
