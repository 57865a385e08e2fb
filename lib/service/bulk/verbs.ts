import { mapInTurns } from '#contract';
import { inLongTurn } from '../callers/in-turn.ts';
import { seeTask } from '../records/see-task.ts';
import type { Verbs } from '../verb.ts';
import { pauseBulkOperation, resumeBulkOperation, stopBulkOperation } from './command.ts';
import { createBulkOperation } from './create.ts';
import { requireBulkStepScope } from './rights.ts';
import { requireActionInside, requireOperation, selectionInside } from './within-bounds.ts';

/** The verbs of the operations on many tasks at once. */
export const bulkVerbs = {
  PreviewBulkOperation: async ({ engine }, call) => {
    requireBulkStepScope(call, call.body);
    requireActionInside(call, call.body.action);
    const selection = await selectionInside(engine, call, call.body.selection);
    const asked = { ...call.body, selection };
    const preview = await inLongTurn(call, (signal) => engine.previewBulkOperation(asked, { signal }));
    const steps = call.may('steps/read') ? preview.steps : [];
    return { ...preview, steps, sample: await mapInTurns(preview.sample, (task) => seeTask(call, task)) };
  },
  CreateBulkOperation: createBulkOperation,
  ListBulkOperations: ({ engine }, { query, caller }) => engine.listBulkOperations(query, caller.bounds),
  GetBulkOperation: async ({ engine }, call) => {
    await requireOperation(engine, call, call.params.id);
    return engine.getBulkOperation(call.params.id);
  },
  ListBulkResults: async ({ engine }, call) => {
    await requireOperation(engine, call, call.params.id);
    return engine.listBulkResults(call.params.id, call.query);
  },
  ListBulkCauses: async ({ engine }, call) => {
    await requireOperation(engine, call, call.params.id);
    return engine.listBulkCauses(call.params.id, call.query);
  },
  PauseBulkOperation: pauseBulkOperation,
  ResumeBulkOperation: resumeBulkOperation,
  StopBulkOperation: stopBulkOperation,
} satisfies Partial<Verbs>;
