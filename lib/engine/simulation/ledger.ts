import type { TaskPlan } from './program.ts';

/** The commands that were sent for one task and their answers. They decide what must hold for it from then on. */
export type TaskLedger = {
  readonly id: string;
  readonly plan: TaskPlan | undefined;
  /** `perhaps`: the answer was lost. */
  created: 'yes' | 'perhaps';
  deleted: 'no' | 'perhaps' | 'yes';
  readonly raised: { name: string; value: string; isAcknowledged: boolean }[];
  /** Whether a cancellation or deletion was sent. */
  mayBeCancelled: boolean;
  /** Position in the trace of an acknowledged pause; undefined again once another command is sent. */
  pausedAt: number | undefined;
  /** How often the end of a wait was asked for. */
  wakes: number;
  /** Run count at which the cancellation of a pending occurrence ended the schedule. */
  stoppedAt: number | undefined;
};

/** The commands of one history and their answers, by task. */
export class Ledger {
  readonly #tasks = new Map<string, TaskLedger>();

  /** Returns the task's page, which is created at the first call. */
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
      wakes: 0,
      stoppedAt: undefined,
    };
    this.#tasks.set(id, page);
    return page;
  }

  get tasks(): TaskLedger[] {
    return [...this.#tasks.values()];
  }
}
