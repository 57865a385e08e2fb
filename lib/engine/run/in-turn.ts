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
  if (isDone) await turnOf(run, sequence);
  try {
    return await perform();
  } finally {
    if (!isDone) await turnOf(run, sequence);
  }
}

async function turnOf(run: TurnTaking, result: number): Promise<void> {
  const turn = run.isOver ? undefined : run.replay.handover.turnOf(result);
  if (turn === undefined) return;
  run.enterStep();
  try {
    await turn;
  } finally {
    run.leaveStep();
  }
}
