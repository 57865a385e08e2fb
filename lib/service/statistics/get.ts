import type { Statistics } from '#contract';
import { hideError } from '../records/see-error.ts';
import { seeTask } from '../records/see-task.ts';
import type { Service } from '../service.ts';
import type { Verb } from '../verb.ts';

export const getStatistics: Verb<'GetStatistics'> = async ({ engine }, call) => {
  const statistics = await engine.getStatistics(call.query.windowInMs);
  const errors = call.may('sensitive/read') ? statistics.errors : await hideErrors(engine, statistics.errors);
  return { ...statistics, errors, notMoving: statistics.notMoving.map((task) => seeTask(call, task)) };
};

async function hideErrors(engine: Service['engine'], errors: Statistics['errors']): Promise<Statistics['errors']> {
  const pointers = await engine.sensitivePointers([...new Set(errors.map(({ taskId }) => taskId))]);
  return errors.map((group) => hideError(group, pointers.get(group.taskId) ?? []));
}
