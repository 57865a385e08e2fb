import { actorOf } from '../access/caller.ts';
import { seeChangedTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';
import { assertNoHiddenResultKept } from './kept-results.ts';

export const forkRun: Verb<'ForkRun'> = async ({ engine, state }, call) => {
  const { id, runCount } = call.params;
  call.note.detail = `from step ${call.body.fromSequence + 1} of run ${runCount}`;
  const { fromSequence, input } = call.body;
  if (input !== undefined && !call.may('sensitive/read'))
    await assertNoHiddenResultKept({ engine, state }, call, { id, runCount, fromSequence, input });
  return seeChangedTask(call, await engine.forkRun(id, runCount, call.body, actorOf(call)));
};
