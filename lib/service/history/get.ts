import { TaskdeckError } from '#contract';
import { seeRuns } from '../records/see-run.ts';
import type { Verb } from '../verb.ts';

export const getTaskHistory: Verb<'GetTaskHistory'> = async (service, call) => {
  const { id, runCount } = call.params;
  const [run] = await seeRuns(service, call, id, [await service.engine.getHistory(id, runCount)]);
  if (run === undefined) throw new TaskdeckError('RunNotFound', `task "${id}" has no run ${runCount}`);
  return run;
};
