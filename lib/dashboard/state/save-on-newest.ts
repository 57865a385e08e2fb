import type { EntryCopy, EntrySave } from '@/components/state/edit/entry-form.model.ts';
import type { DashboardProblem } from '../problem/problem.ts';
import type { SavedEntry, SaveOutcome } from './send-save.ts';

/** What is done for each try. */
type Steps = {
  /** Reads the entry as it is now. */
  read(): Promise<EntryCopy | undefined>;
  /** Makes the save that changes only my fields of their version; `undefined` where something has to be chosen or mended. */
  merge(theirs: EntryCopy): EntrySave | undefined;
  send(save: EntrySave): Promise<SaveOutcome>;
};

type NewestOutcome =
  | ({ kind: 'saved' } & SavedEntry)
  | { kind: 'deleted' }
  | { kind: 'undecided'; theirs: EntryCopy }
  | { kind: 'refused'; problem: DashboardProblem };

/** Saves changes onto the newest version of an entry, again and again while others are faster. */
export async function saveOnNewest({ read, merge, send }: Steps, maximumTries = 10): Promise<NewestOutcome> {
  for (let tries = 1; ; tries += 1) {
    const theirs = await read();
    if (theirs === undefined) return { kind: 'deleted' };
    const save = merge(theirs);
    if (save === undefined) return { kind: 'undecided', theirs };
    const outcome = await send(save);
    if (outcome.kind !== 'conflict') return outcome;
    if (tries >= maximumTries) return { kind: 'refused', problem: tooBusy(outcome.problem, tries, theirs) };
  }
}

function tooBusy(problem: DashboardProblem, tries: number, { lastModifiedBy }: EntryCopy): DashboardProblem {
  const detail = `The entry changed during each of ${tries} tries, last by ${lastModifiedBy.name}. Pause what writes it, then save.`;
  return { ...problem, detail };
}
