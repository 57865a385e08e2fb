import { stringifyJson } from '#contract';
import type { DashboardProblem } from './problem.ts';

const longestShown = 60;

/** Says which of these fields somebody else changed, and to what where that is short. `names` are for people. */
export function changedWords<Shown extends object>(
  before: Shown,
  now: Shown,
  names: Partial<Record<keyof Shown, string>>,
): string {
  const changed = Object.entries(names).flatMap(([field, name]) => {
    const [old, fresh]: unknown[] = [Reflect.get(before, field), Reflect.get(now, field)];
    if (stringifyJson(old ?? null) === stringifyJson(fresh ?? null)) return [];
    const text = typeof fresh === 'string' || typeof fresh === 'boolean' ? String(fresh) : '';
    return [text !== '' && text.length <= longestShown ? `${name} (now ${text})` : String(name)];
  });
  if (changed.length === 0) return 'Somebody else changed it meanwhile.';
  return `Somebody else changed ${changed.join(', ')} meanwhile.`;
}

/**
 * A problem of a save with an entity tag, in words of what somebody else changed. `readNow` reads the record again, which
 * the next save then replaces.
 */
export async function explainConflict<Shown extends object>(
  problem: DashboardProblem | undefined,
  before: Shown,
  names: Partial<Record<keyof Shown, string>>,
  readNow: () => Promise<Shown | undefined>,
): Promise<DashboardProblem | undefined> {
  if (problem?.code !== 'PreconditionFailed') return problem;
  const now = await readNow().catch(() => undefined);
  if (now === undefined)
    return { ...problem, detail: 'Somebody else changed or deleted it meanwhile. Close this and look.' };
  return { ...problem, detail: `${changedWords(before, now, names)} Save again to replace that.` };
}
