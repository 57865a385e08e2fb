/** A position in the primary's log of changes, and when (in ms of one clock) it was at least there. */
type Mark = { at: number; position: number };

/**
 * How far a replica is behind. It is told where the primary is and how far the replica has come, both as positions in
 * the primary's log: so a broken replication shows, an idle primary does not look like one, and no two clocks are
 * compared.
 */
export class ReplicaAge {
  readonly #now: () => number;
  readonly #maximumInMs: number;
  #marks: Mark[] = [];
  #caughtUpAt: number | undefined;

  constructor(maximumInMs: number, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#maximumInMs = maximumInMs;
  }

  /** Returns what notes the primary's position. Call this before the position is asked for. */
  beginMark(): (position: number) => void {
    const at = this.#now();
    return (position) => {
      const oldest = this.#now() - this.#maximumInMs;
      this.#marks = [...this.#marks.filter((mark) => mark.at > oldest), { at, position }];
    };
  }

  /** The replica has applied everything up to this position. */
  noteApplied(position: number): void {
    const reached = this.#marks.findLastIndex((mark) => mark.position <= position);
    if (reached < 0) return;
    this.#caughtUpAt = this.#marks[reached]?.at;
    this.#marks = this.#marks.slice(reached);
  }

  /** The replica cannot be used until it is heard of again. */
  forget(): void {
    this.#caughtUpAt = undefined;
    this.#marks = [];
  }

  /** At most how far the replica is behind now, in milliseconds. `undefined` when that is too far, or not known. */
  inMs(): number | undefined {
    if (this.#caughtUpAt === undefined) return undefined;
    const age = Math.ceil(this.#now() - this.#caughtUpAt);
    return age <= this.#maximumInMs ? age : undefined;
  }
}
