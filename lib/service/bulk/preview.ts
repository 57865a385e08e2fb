import { mapInTurns } from '#contract';
import { inLongTurn } from '../callers/in-turn.ts';
import { seeTask } from '../records/see-task.ts';
import { requireStepScope } from '../tasks/step-scope.ts';
import type { Verb } from '../verb.ts';
import { requireActionInside, selectionInside } from './within-bounds.ts';

export const previewBulkOperation: Verb<'PreviewBulkOperation'> = async ({ engine }, call) => {
  if ('filter' in call.body.selection) requireStepScope(call, call.body.selection.filter);
  requireActionInside(call, call.body.action);
  const selection = await selectionInside(engine, call, call.body.selection);
  const asked = { ...call.body, selection };
  const preview = await inLongTurn(call, (signal) => engine.previewBulkOperation(asked, { signal }));
  const steps = call.may('steps/read') ? preview.steps : [];
  return { ...preview, steps, sample: await mapInTurns(preview.sample, (task) => seeTask(call, task)) };
};
