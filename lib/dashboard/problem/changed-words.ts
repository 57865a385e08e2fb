import { stringifyJson } from '#contract';
import { formatMinute } from '@/components/ui/time-format.ts';
import type { DashboardProblem } from './problem.ts';

const longestShown = 60;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Says which of these fields somebody else changed, and to what where that is short. `names` are for people. */
export function changedWords<Shown extends object>(
  before: Shown,
  now: Shown,
  names: Partial<Record<keyof Shown, string>>,
): string {
  const changed = Object.entries(names).flatMap(([field, name]) => {
    const [old, fresh]: unknown[] = [Reflect.get(before, field), Reflect.get(now, field)];
    if (stringifyJson(old ?? null) === stringifyJson(fresh ?? null)) return [];
    const text = typeof fresh === 'string' || typeof fresh === 'boolean' ? wordsOf(fresh) : '';
    return [text !== '' && text.length <= longestShown ? `${name} (now ${text})` : String(name)];
  });
  if (changed.length === 0) return 'Somebody else changed it meanwhile.';
  return `Somebody else changed ${changed.join(', ')} meanwhile.`;
}

/** A time as in `formatMinute`, in UTC: the sentence is made where the operator's zone is not known. */
function wordsOf(value: string | boolean): string {
  return timestamp.test(String(value)) ? `${formatMinute(new Date(String(value)), 'UTC')} UTC` : String(value);
}

/**
 * A problem of a save with an entity tag, in words of what somebody else changed. `readNow` reads the record again, which
 * the next save then replaces: `null` when it is gone, `undefined` when it could not be read. `verb` is what the button
 * of the save says.
 */
export async function explainConflict<Shown extends object>(
  problem: DashboardProblem | undefined,
  before: Shown,
  names: Partial<Record<keyof Shown, string>>,
  readNow: () => Promise<Shown | null | undefined>,
  verb = 'Save',
): Promise<DashboardProblem | undefined> {
  if (problem?.code !== 'PreconditionFailed') return problem;
  const now = await readNow().catch(() => undefined);
  if (now === null) return { ...problem, detail: 'Somebody else deleted it meanwhile, so nothing can be changed.' };
  if (now === undefined)
    return {
      ...problem,
      detail: `Somebody else changed or deleted it meanwhile. It could not be read which: ${verb} again to see.`,
    };
  return { ...problem, detail: `${changedWords(before, now, names)} ${verb} again to replace that.` };
}
