import { type Bounds, type BulkSelection, TaskdeckError, withinTaskBounds } from '#contract';
import { reachesNoFurther, requireInside } from '../access/bounds.ts';
import type { GuardedEngine } from '../records/guarded.ts';
import type { Call } from '../verb.ts';

type Asked = Pick<Call, 'caller'>;
type Engine = Pick<GuardedEngine, 'findOutside' | 'getBulkBounds'>;

/**
 * A selection of what lies inside of the caller's bounds. Throws `TaskNotFound` for an id and `BulkOperationNotFound` for
 * an operation that does not.
 */
export async function selectionInside(
  engine: Engine,
  { caller: { bounds } }: Asked,
  selection: BulkSelection,
): Promise<BulkSelection> {
  if (bounds === undefined) return selection;
  if ('filter' in selection) return { filter: withinTaskBounds(selection.filter, bounds) };
  if ('operation' in selection) {
    await requireOperation(engine, { caller: { bounds } }, selection.operation);
    return selection;
  }
  const outside = await engine.findOutside(selection.ids, bounds);
  if (outside !== undefined) throw new TaskdeckError('TaskNotFound', `there is no task "${outside}"`);
  return selection;
}

/** Throws `OutsideBounds` for an action that would move tasks to a queue outside. */
export function requireActionInside(
  { caller: { bounds } }: Asked,
  action: { kind: string; queue?: string | undefined },
): void {
  if (action.queue !== undefined) requireInside(bounds, 'queues', action.queue);
}

/** Throws `BulkOperationNotFound` also for an operation whose creator reached further than the caller does. */
export async function requireOperation(
  engine: Pick<GuardedEngine, 'getBulkBounds'>,
  { caller }: { caller: { bounds?: Bounds | undefined } },
  id: string,
): Promise<void> {
  if (caller.bounds === undefined) return;
  if (!reachesNoFurther(await engine.getBulkBounds(id), caller.bounds))
    throw new TaskdeckError('BulkOperationNotFound', `there is no bulk operation "${id}"`);
}
