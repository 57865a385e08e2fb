import type { Handover } from './handover.ts';
import type { Place } from './replay.ts';

/** The parts of a run that hand its results over. */
export type TurnTaking = {
  readonly isOver: boolean;
  readonly replay: { readonly handover: Pick<Handover, 'turnOf'> };
  /** Counts work that keeps the run in memory. */
  enterStep(): void;
  leaveStep(): void;
};

/**
 * Does a call at its place in the journal. The handler gets the result when it is its turn, as `Handover` says. `isDone`:
 * whether nothing is left to do but to give the recorded result.
 */
export async function inTurn<T>(
  run: TurnTaking,
  { sequence, recorded }: Pick<Place, 'sequence' | 'recorded'>,
  perform: () => T | Promise<T>,
  isDone = recorded?.status === 'succeeded' || recorded?.status === 'failed',
): Promise<T> {
  if (isDone) {
    const turn = turnOf(run, sequence);
    if (turn !== undefined) await turn;
  }
  try {
    return await perform();
  } finally {
    const turn = isDone ? undefined : turnOf(run, sequence);
    if (turn !== undefined) await turn;
  }
}

/** As `Handover.turnOf`. What waits for its turn keeps the run in memory. */
function turnOf(run: TurnTaking, result: number): Promise<void> | undefined {
  const turn = run.isOver ? undefined : run.replay.handover.turnOf(result);
  if (turn === undefined) return undefined;
  run.enterStep();
  return turn.finally(() => run.leaveStep());
}
