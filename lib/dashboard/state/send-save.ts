import type { ActionResult } from '../access/action.ts';
import { type DashboardProblem, problemOf } from '../problem/problem.ts';

export type SavedEntry = { etag: string; version: number; receipt?: string };

/** What came of a save. `conflict`: what is there is not what the save was based on. */
export type SaveOutcome =
  | ({ kind: 'saved' } & SavedEntry)
  | { kind: 'conflict'; problem: DashboardProblem }
  | { kind: 'refused'; problem: DashboardProblem };

const conflicts: readonly string[] = ['PreconditionFailed', 'StateAlreadyExists'];

/** Sends a save. Never rejects: a failure is one of its outcomes. */
export async function sendSave(send: () => Promise<ActionResult<SavedEntry>>): Promise<SaveOutcome> {
  try {
    const result = await send();
    if (result.ok) return { kind: 'saved', ...result.value };
    return { kind: conflicts.includes(result.problem.code) ? 'conflict' : 'refused', problem: result.problem };
  } catch (error) {
    return { kind: 'refused', problem: problemOf(error) };
  }
}
