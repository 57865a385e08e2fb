import { seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const getStatistics: Verb<'GetStatistics'> = async ({ engine }, call) => {
  const statistics = await engine.getStatistics(call.query.windowInMs);
  return { ...statistics, notMoving: statistics.notMoving.map((task) => seeTask(call, task)) };
};
