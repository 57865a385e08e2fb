import { type Bounds, boundKinds, isInside, liesWithin, TaskdeckError, widerKinds } from '#contract';
import type { GuardedEngine } from '../records/guarded.ts';
import type { Caller } from './caller.ts';

/**
 * The bounds that a caller gives to somebody else: within the caller's own, which fill in what is omitted. Throws
 * `OutsideBounds`, naming what the caller may give.
 */
export function grantedBounds(given: Bounds | null | undefined, own: Bounds | undefined): Bounds | undefined {
  const wider = boundKinds.find((kind) => given?.[kind] !== undefined && !liesWithin(given[kind], own?.[kind]));
  if (wider !== undefined) throw outside(`nobody gives more than their own ${wider}`, wider, own);
  const granted = { ...own, ...given };
  return Object.keys(granted).length === 0 ? undefined : granted;
}

/** Whether everything that somebody reaches is reached by the caller too. Nobody else is seen or changed by the caller. */
export function reachesNoFurther(theirs: Bounds | undefined, own: Bounds | undefined): boolean {
  return widerKinds(theirs, own).length === 0;
}

/** Throws `OutsideBounds`, which says what is allowed, for a name that lies outside. */
export function requireInside(own: Bounds | undefined, kind: (typeof boundKinds)[number], name: string): void {
  if (!isInside(own?.[kind], name)) throw outside(`"${name}" lies outside of your bounds`, kind, own);
}

/** Whether a task lies inside of bounds: by its type and by its queue. */
export function isTaskInside(bounds: Bounds | undefined, { type, queue }: { type: string; queue: string }): boolean {
  return isInside(bounds?.types, type) && isInside(bounds?.queues, queue);
}

/** Whether there is a task with this id inside of the caller's bounds. */
export async function hasTask(
  engine: Pick<GuardedEngine, 'findPlace'>,
  id: string,
  { bounds }: Pick<Caller, 'bounds'>,
): Promise<boolean> {
  const place = await engine.findPlace(id);
  return place !== undefined && isTaskInside(bounds, place);
}

/** Throws `TaskNotFound` also for a task outside of the caller's bounds: nothing tells whether there is one. */
export async function requireTask(...asked: Parameters<typeof hasTask>): Promise<void> {
  if (!(await hasTask(...asked))) throw new TaskdeckError('TaskNotFound', `there is no task "${asked[1]}"`);
}

function outside(problem: string, kind: (typeof boundKinds)[number], own: Bounds | undefined): TaskdeckError {
  const allowed = own?.[kind]?.join(', ') || 'none';
  return new TaskdeckError('OutsideBounds', `${problem}; allowed ${kind}: ${allowed}`);
}
