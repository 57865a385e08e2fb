import type { AlertFinding } from '#contract';
import type { Database, Transaction } from '#database';
import { readPresences, replacementsOf } from '../../fleet/replacements.ts';
import { isOfType } from '../matches.ts';
import type { ConditionOf } from './rule.ts';

/**
 * Workers of one name: how many are lost and not replaced, when the last of them was heard, whether one is live, and
 * whether lost ones were replaced.
 */
type WorkerName = { name: string; lost: number; lostOn: string | undefined; isLive: boolean; isReplaced: boolean };

/** Returns the workers by their names. */
export async function readWorkerNames(database: Database | Transaction): Promise<WorkerName[]> {
  const workers = await readPresences(database);
  const replacements = replacementsOf(workers);
  return [...Map.groupBy(workers, ({ name }) => name)].map(([name, ofName]) => {
    const lost = ofName.filter(({ key, is_lost }) => is_lost && !replacements.has(key));
    return {
      name,
      lost: lost.length,
      lostOn: lost
        .map(({ expires_on }) => expires_on)
        .toSorted()
        .at(-1),
      isLive: ofName.some(({ is_lost }) => !is_lost),
      isReplaced: ofName.some(({ key }) => replacements.has(key)),
    };
  });
}

/** Returns the names of which a worker was lost and not replaced, and none is live. */
export function judgeWorkers(
  { worker }: ConditionOf<'workerLost'>,
  names: readonly WorkerName[],
  since: string,
): AlertFinding[] {
  return names
    .filter(({ name, isLive, lostOn }) => {
      if (isLive || lostOn === undefined || lostOn < since) return false;
      return worker === undefined || isOfType(worker, name);
    })
    .map(({ name, lost }) => ({ id: name, count: lost }));
}

/** Returns the names whose loss is over: one of the name is live, or all that were lost are replaced. */
export function recoveredNames(names: readonly WorkerName[]): string[] {
  return names.filter(({ isLive, isReplaced, lost }) => isLive || (isReplaced && lost === 0)).map(({ name }) => name);
}
