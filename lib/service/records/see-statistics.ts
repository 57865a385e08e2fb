import type { Statistics } from '#contract';
import { type Guarded, type GuardedEngine, reveal } from './guarded.ts';
import { hideError } from './see-error.ts';
import type { Viewer } from './see-task.ts';

type ErrorGroup = Statistics['errors'][number];

/** Statistics as the caller may see them: with the messages of errors that are not hidden. */
export async function seeStatistics(
  engine: Pick<GuardedEngine, 'sensitivePointers'>,
  viewer: Viewer,
  { errors: guarded, ...figures }: Guarded<Statistics>,
): Promise<Statistics> {
  const errors = guarded.map((group) => reveal<ErrorGroup>(group));
  const seen = viewer.may('sensitive/read') ? errors : await hideErrors(engine, errors);
  return { ...figures, errors: seen };
}

async function hideErrors(
  engine: Pick<GuardedEngine, 'sensitivePointers'>,
  errors: readonly ErrorGroup[],
): Promise<ErrorGroup[]> {
  const pointers = await engine.sensitivePointers([...new Set(errors.map(({ taskId }) => taskId))]);
  return errors.map((group) => hideError(group, pointers.get(group.taskId) ?? []));
}
