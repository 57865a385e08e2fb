import type { RunInterruptedError } from '../definition/failures.ts';

/**
 * The states of an execution (one claim of a run by one worker):
 *
 * - `running`: the handler runs and may make calls.
 * - `draining`: the worker stops. The run is handed back as soon as no step is under way.
 * - `leaving`: nothing but waits is left. They are being registered; the run then leaves memory or goes on.
 * - `kept`: the waits are registered and the run is not held any more. It stays in memory for a while, to go on from there.
 * - `left`: the same without a place in memory. It goes on from there only when its handler does so by itself.
 * - `ending`: the run's end, or its next attempt, is on its way to the database.
 * - `interrupted`: the run must stop here. The handler's calls reject.
 * - `released`: the run is out of this worker's hands. Nothing more of it is written.
 */
export type ExecutionState =
  | { readonly name: 'running' }
  | { readonly name: 'draining' }
  | { readonly name: 'leaving'; readonly from: 'running' | 'draining' }
  | { readonly name: 'kept' }
  | { readonly name: 'left' }
  | {
      readonly name: 'ending';
      /** Whether this end replaces one that the database could not store. */
      readonly isReplacement: boolean;
    }
  | { readonly name: 'interrupted'; readonly by: RunInterruptedError }
  | { readonly name: 'released'; readonly by: RunInterruptedError | undefined };

export type StateName = ExecutionState['name'];

/** The allowed moves. `ending` follows itself once: when the database cannot store the first end. */
export const allowedMoves: Readonly<Record<StateName, readonly StateName[]>> = {
  running: ['draining', 'leaving', 'ending', 'interrupted', 'released'],
  draining: ['leaving', 'ending', 'interrupted', 'released'],
  leaving: ['running', 'draining', 'kept', 'left', 'ending', 'interrupted', 'released'],
  kept: ['running', 'left', 'released'],
  left: ['running', 'released'],
  ending: ['ending', 'released'],
  interrupted: ['released'],
  released: [],
};

/** Throws when a move is not allowed. That is a defect of the engine, never of a handler. */
export function assertMove(from: StateName, to: StateName): void {
  if (!allowedMoves[from].includes(to)) throw new Error(`an execution cannot move from ${from} to ${to}`);
}
