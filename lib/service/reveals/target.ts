import { fullScope, type Revealed, type RevealTarget, type Scope, type StateResponse, TaskdeckError } from '#contract';
import type { Database } from '#database';
import { requireInside, requireTask } from '../access/bounds.ts';
import type { Caller } from '../access/caller.ts';
import type { Guarded } from '../records/guarded.ts';
import { seeRuns } from '../records/see-run.ts';
import { seeState } from '../records/see-state.ts';
import type { Service } from '../service.ts';
import type { Call } from '../verb.ts';

/** An entry or run with its hidden values, when it was made, and the pointers that hide them. */
type Found = { shown: Revealed; madeOn: string; pointers: readonly string[] };

/** Reads an entry or run with its hidden values, and notes for the audit trail which ones they are. */
export async function readTarget(
  service: Service,
  { noteShown, caller }: Pick<Call, 'noteShown' | 'caller'>,
  target: RevealTarget,
): Promise<Found> {
  await requireTargetInside(service, caller, target);
  const viewer = { may: () => true, noteShown, caller };
  if ('storeName' in target) {
    const guarded: Guarded<StateResponse> = await service.state.get({ namespace: '', ...target }, {});
    const entry = await seeState(viewer, guarded);
    return { shown: { entry }, madeOn: entry.createdOn, pointers: entry.sensitive ?? [] };
  }
  const { taskId, runCount } = target;
  const guarded = await service.engine.getHistory(taskId, BigInt(runCount));
  const [run] = await seeRuns(service, viewer, taskId, [guarded]);
  if (run === undefined) throw new TaskdeckError('RunNotFound', `task "${taskId}" has no run ${runCount}`);
  const pointers = (await service.engine.sensitivePointers([taskId])).get(taskId) ?? [];
  return { shown: { run }, madeOn: run.queuedOn, pointers };
}

/** Throws `OutsideBounds` or `TaskNotFound` for an entry or run outside of the caller's bounds. */
export async function requireTargetInside(
  { engine }: Pick<Service, 'engine'>,
  caller: Pick<Caller, 'bounds'>,
  target: RevealTarget,
): Promise<void> {
  if (caller.bounds === undefined) return;
  if ('storeName' in target) requireInside(caller.bounds, 'stores', target.storeName);
  else await requireTask(engine, target.taskId, caller);
}

/**
 * Finds an entry or run that the caller may read and that has hidden values, without noting any as shown. Throws
 * `InvalidRequest` when it has none.
 */
export async function findHidden(service: Service, call: Pick<Call, 'may' | 'caller'>, target: RevealTarget) {
  const name = nameOf(target);
  requireReading(call, 'storeName' in target ? 'entry' : 'run');
  const { pointers, madeOn } = await readTarget(service, { noteShown: () => {}, caller: call.caller }, target);
  if (pointers.length > 0) return { name, pointers, madeOn };
  throw new TaskdeckError('InvalidRequest', `${name} has no hidden values`, {
    details: [{ pointer: '/target', message: 'has no sensitive pointers' }],
  });
}

/** Throws `InsufficientScope` unless the caller may read what is revealed. */
export function requireReading({ may }: Pick<Call, 'may'>, kind: 'entry' | 'run' | 'step'): void {
  const needed: Scope = kind === 'entry' ? 'state/read' : kind === 'run' ? 'tasks/read' : 'steps/read';
  if (may(needed)) return;
  throw new TaskdeckError('InsufficientScope', `this needs the scope ${fullScope(needed)}`);
}

/** The condition for reveals of one entry or run. */
export function isOf(database: Database, target: RevealTarget) {
  return 'storeName' in target
    ? database`store_name = ${target.storeName} and entry_id = ${target.id}`
    : database`task_id = ${target.taskId} and run_count = ${target.runCount}`;
}

/** A target as the audit trail names it. */
export function nameOf(target: RevealTarget): string {
  return 'storeName' in target
    ? `entry ${target.storeName}/${target.id}`
    : `task ${target.taskId} run ${target.runCount}`;
}
