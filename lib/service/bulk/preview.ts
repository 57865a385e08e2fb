import { mapInTurns } from '#contract';
import { inLongTurn } from '../callers/in-turn.ts';
import { seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const previewBulkOperation: Verb<'PreviewBulkOperation'> = async ({ engine }, call) => {
  const preview = await inLongTurn(call, (signal) => engine.previewBulkOperation(call.body, { signal }));
  const steps = call.may('steps/read') ? preview.steps : [];
  return { ...preview, steps, sample: await mapInTurns(preview.sample, (task) => seeTask(call, task)) };
};
