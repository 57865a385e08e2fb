import { mapInTurns } from '#contract';
import { seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const previewBulkOperation: Verb<'PreviewBulkOperation'> = async ({ engine }, call) => {
  const preview = await engine.previewBulkOperation(call.body);
  const steps = call.may('steps/read') ? preview.steps : [];
  return { ...preview, steps, sample: await mapInTurns(preview.sample, (task) => seeTask(call, task)) };
};
