import { mapInTurns } from '#contract';
import { inLongTurn } from '../callers/in-turn.ts';
import { seeTask } from '../records/see-task.ts';
import { requireStepScope } from '../tasks/step-scope.ts';
import type { Verb } from '../verb.ts';

export const previewBulkOperation: Verb<'PreviewBulkOperation'> = async ({ engine }, call) => {
  if ('filter' in call.body.selection) requireStepScope(call, call.body.selection.filter);
  const preview = await inLongTurn(call, (signal) => engine.previewBulkOperation(call.body, { signal }));
  const steps = call.may('steps/read') ? preview.steps : [];
  return { ...preview, steps, sample: await mapInTurns(preview.sample, (task) => seeTask(call, task)) };
};
