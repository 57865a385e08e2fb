import { actorOf } from '../access/caller.ts';
import { seeChangedTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const forkRun: Verb<'ForkRun'> = async ({ engine }, call) => {
  const { id, runCount } = call.params;
  call.note.detail = `from step ${call.body.fromSequence + 1} of run ${runCount}`;
  return seeChangedTask(call, await engine.forkRun(id, runCount, call.body, actorOf(call)));
};
