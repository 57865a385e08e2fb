import { isEnded } from '#contract';
import type { TaskRow } from '@/components/task/task-row.ts';
import type { Clock } from '../live/clock.ts';
import type { LiveChange } from '../live/live-messages.ts';

/** Rows on the screen are read again after this long without news of them. */
const rereadAfterMs = 5_000;
/** The same of rows that have ended: such a task can only be deleted, of which some operators are not told. */
const endedRereadAfterMs = 60_000;
const lookEveryMs = 1_000;
/** After a read that failed. */
const retryAfterMs = 2_000;
/** A read that has not been answered by then counts as failed. */
const answerWithinMs = 15_000;
const idsPerRead = 200;

/** What live rows need of the list that shows them. */
type LiveRowsHost = Clock & {
  /** Reads tasks as they are now, without those that are gone. */
  read(ids: readonly string[]): Promise<readonly TaskRow[]>;
  /** Puts newer states in place of those shown; `gone` no longer exist. */
  patch(rows: readonly TaskRow[], gone: readonly string[]): void;
  /** Ids of all rows in memory. */
  loaded(): ReadonlySet<string>;
  /** Rows on the screen. */
  visible(): readonly TaskRow[];
  /** Whether nothing is to be read now: live updates are paused, or nobody sees the page. */
  isIdle(): boolean;
};

/**
 * Keeps the rows of a list as the service has them. One read is under way at a time, so that answers cannot overtake
 * each other; what changes meanwhile, and what could not be read, is read next.
 */
export class LiveRows {
  readonly #host: LiveRowsHost;
  readonly #wanted = new Set<string>();
  /** Rows off the screen of which changes may have been missed: they are read when they come into view. */
  readonly #stale = new Set<string>();
  readonly #heardOn = new Map<string, number>();
  #overflows = 0;
  #isReading = false;
  #isStopped = true;
  #cancelLook = () => {};
  #cancelRetry = () => {};

  constructor(host: LiveRowsHost) {
    this.#host = host;
  }

  /** Begins to look after the rows; the function that it returns ends it. */
  start(): () => void {
    this.#isStopped = false;
    this.#look();
    return () => {
      this.#isStopped = true;
      this.#cancelLook();
      this.#cancelRetry();
    };
  }

  /** Takes news from the live stream. After an overflow everything may have changed: `seen` reads what is on the screen. */
  hear({ tasks, isOverflow }: Pick<LiveChange, 'tasks' | 'isOverflow'>): void {
    const loaded = this.#host.loaded();
    if (isOverflow) {
      this.#overflows += 1;
      for (const id of loaded) this.#stale.add(id);
    }
    this.refresh(tasks.filter((id) => loaded.has(id)));
  }

  /** Called before rows are read for another reason; what it returns takes them, which spares a read of their own. */
  expect(): (rows: readonly TaskRow[]) => void {
    const overflows = this.#overflows;
    return (rows) => {
      this.#host.patch(rows, []);
      if (overflows !== this.#overflows) return; // they were read before it, and may have changed
      for (const { id } of rows) {
        this.#stale.delete(id);
        this.#heardOn.set(id, this.#host.now());
      }
    };
  }

  /** Reads rows that have come into view, as far as changes of them may have been missed. */
  seen(): void {
    this.refresh(this.#host.visible().flatMap(({ id }) => (this.#stale.has(id) ? [id] : [])));
  }

  /** Reads these tasks again, now or after the read that is under way. */
  refresh(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) this.#wanted.add(id);
    void this.#readOn();
  }

  #look(): void {
    this.#cancelLook = this.#host.after(lookEveryMs, () => this.#look());
    if (this.#host.isIdle()) return;
    const now = this.#host.now();
    const old = this.#host.visible().filter((row) => {
      const heardOn = this.#heardOn.get(row.id);
      if (heardOn === undefined) this.#heardOn.set(row.id, now);
      const afterMs = isEnded(row.status) ? endedRereadAfterMs : rereadAfterMs;
      return heardOn !== undefined && heardOn <= now - afterMs && row.isDeleted !== true;
    });
    this.seen();
    this.refresh(old.map(({ id }) => id));
  }

  async #readOn(): Promise<void> {
    if (this.#isReading || this.#isStopped) return;
    this.#isReading = true;
    this.#cancelRetry();
    while (this.#wanted.size > 0 && !this.#isStopped) {
      const ids = this.#next();
      if (ids.length === 0) break;
      try {
        const rows = await this.#answered(this.#host.read(ids));
        const found = new Set(rows.map(({ id }) => id));
        this.#host.patch(
          rows,
          ids.filter((id) => !found.has(id)),
        );
        for (const id of ids) {
          this.#stale.delete(id);
          this.#heardOn.set(id, this.#host.now());
        }
      } catch {
        // the rows stay as they are, and their age is shown; they are read again when the service may be back
        for (const id of ids) this.#wanted.add(id);
        this.#cancelRetry = this.#host.after(retryAfterMs, () => void this.#readOn());
        break;
      }
    }
    this.#isReading = false;
  }

  /** Takes the next ids to read. A row that is no longer in memory is read with its page when that is needed again. */
  #next(): string[] {
    const loaded = this.#host.loaded();
    const ids: string[] = [];
    for (const id of this.#wanted) {
      if (ids.length === idsPerRead) break;
      this.#wanted.delete(id);
      if (loaded.has(id)) ids.push(id);
      else this.#stale.delete(id);
    }
    return ids;
  }

  #answered<Answer>(reading: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const cancel = this.#host.after(answerWithinMs, () => reject(new Error('no answer')));
      reading.then(resolve, reject).finally(cancel);
    });
  }
}
