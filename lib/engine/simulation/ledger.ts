import type { TaskPlan } from './program.ts';

/** What the outside did to one task and was told: what must hold of it from then on. */
export type TaskLedger = {
  readonly id: string;
  readonly plan: TaskPlan | undefined;
  /** `perhaps`: the answer was lost. */
  created: 'yes' | 'perhaps';
  deleted: 'no' | 'perhaps' | 'yes';
  readonly raised: { name: string; value: string; isAcknowledged: boolean }[];
  /** Whether somebody may have cancelled or deleted one of its runs. */
  mayBeCancelled: boolean;
  /** Paused, told so, and nobody asked anything of it since: the place in the trace where that was known. */
  pausedAt: number | undefined;
  /** Its schedule was ended by the cancellation of an occurrence that had not begun; with the run count then. */
  stoppedAt: number | undefined;
};

/** What the outside knows of a history. */
export class Ledger {
  readonly #tasks = new Map<string, TaskLedger>();

  /** The task's page; a child has one from the first time that it is looked for. */
  of(id: string, plan?: TaskPlan): TaskLedger {
    const known = this.#tasks.get(id);
    if (known !== undefined) return known;
    const page: TaskLedger = {
      id,
      plan,
      created: 'perhaps',
      deleted: 'no',
      raised: [],
      mayBeCancelled: false,
      pausedAt: undefined,
      stoppedAt: undefined,
    };
    this.#tasks.set(id, page);
    return page;
  }

  get tasks(): TaskLedger[] {
    return [...this.#tasks.values()];
  }
}
