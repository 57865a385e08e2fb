import { TaskdeckError } from '#contract';
import { hasTask } from '../access/bounds.ts';
import { actorOf } from '../access/caller.ts';
import { inLongTurn } from '../callers/in-turn.ts';
import { seeRuns } from '../records/see-run.ts';
import { seeRunError } from '../records/see-run-error.ts';
import { seeChangedTask } from '../records/see-task.ts';
import type { Verbs } from '../verb.ts';
import { assertNoHiddenResultKept } from './kept-results.ts';
import { mapFrames } from './map-frames.ts';

/** The verbs of the operations on runs. */
export const historyVerbs = {
  ListTaskHistory: async (service, call) => {
    const page = await service.engine.listHistory(call.params.id, call.query);
    return { ...page, value: await seeRuns(service, call, call.params.id, page.value) };
  },
  GetTaskHistory: async (service, call) => {
    const { id, runCount } = call.params;
    const [run] = await seeRuns(service, call, id, [await service.engine.getHistory(id, runCount)]);
    if (run === undefined) throw new TaskdeckError('RunNotFound', `task "${id}" has no run ${runCount}`);
    return run;
  },
  FindComparableRun: ({ engine }, call) =>
    inLongTurn(call, async () => {
      const found = await engine.findComparableRun(call.params.id, call.params.runCount);
      if (call.caller.bounds === undefined || found.run === undefined) return found;
      return (await hasTask(engine, found.run.taskId, call.caller)) ? found : {};
    }),
  GetErrorFrames: async (service, call) => {
    const { id, runCount } = call.params;
    return mapFrames(
      service,
      call,
      await seeRunError(service, call, id, await service.engine.getRunError(id, runCount)),
    );
  },
  ForkRun: async ({ engine, state }, call) => {
    const { id, runCount } = call.params;
    call.note.detail = `from step ${call.body.fromSequence + 1} of run ${runCount}`;
    const { fromSequence, input } = call.body;
    if (input !== undefined && !call.may('sensitive/read'))
      await assertNoHiddenResultKept({ engine, state }, call, { id, runCount, fromSequence, input });
    return seeChangedTask(call, await engine.forkRun(id, runCount, call.body, actorOf(call)));
  },
} satisfies Partial<Verbs>;
